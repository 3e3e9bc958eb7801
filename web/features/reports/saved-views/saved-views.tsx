import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { z } from 'zod'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { ReportError, postCommand } from '#web/features/reports/data/get-report.ts'
import { locationOfView, pathOfView } from './view-path.ts'

const viewsSchema = z.object({
  views: z.array(z.object({ id: z.string(), name: z.string(), path: z.string() })),
})
const queryKey = ['report', 'saved-views'] as const

/** The views that the user has saved: page and filters under a name. Opens them, and saves the current one. */
export function SavedViews() {
  return (
    <details className="relative text-sm">
      <summary className="inline-flex min-h-10 cursor-pointer items-center text-leaf-700 underline underline-offset-4">
        Ansichten
      </summary>
      <div className="absolute right-0 z-20 grid w-72 gap-3 rounded-xl border border-line bg-surface p-4 shadow-card max-sm:fixed max-sm:inset-x-4 max-sm:w-auto">
        <Views />
      </div>
    </details>
  )
}

function Views() {
  const client = useQueryClient()
  const location = useLocation()
  const [name, setName] = useState('')
  const views = useQuery({ queryKey, queryFn: readViews })
  const onSuccess = () => client.invalidateQueries({ queryKey })
  const save = useMutation({
    mutationFn: () => postCommand('account/views', { name: name.trim(), path: pathOfView(location) }),
    onSuccess: () => {
      setName('')
      return onSuccess()
    },
  })
  const remove = useMutation({ mutationFn: removeView, onSuccess })
  const failed = views.error ?? save.error ?? remove.error
  return (
    <>
      {views.data?.length === 0 && <p className="text-muted">Noch keine Ansicht gespeichert.</p>}
      <ul className="grid gap-1">
        {views.data?.map((view) => (
          <li key={view.id} className="flex items-center justify-between gap-2">
            <Link
              to={locationOfView(view.path)}
              className="min-w-0 py-1.5 break-words text-leaf-700 underline underline-offset-4"
              onClick={(event) => event.currentTarget.closest('details')?.removeAttribute('open')}
            >
              {view.name}
            </Link>
            <Button look="link" disabled={remove.isPending} onClick={() => remove.mutate(view.id)}>
              Löschen<span className="sr-only"> der Ansicht {view.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <form
        className="grid gap-3 border-t border-line pt-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!save.isPending && name.trim() !== '') save.mutate()
        }}
      >
        <Field id="ansicht" label="Diese Ansicht speichern als">
          {(control) => (
            <TextInput
              {...control}
              required
              maxLength={60}
              autoComplete="off"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Button type="submit" look="compact" disabled={save.isPending}>
          Speichern
        </Button>
      </form>
      <p role="alert" className="font-medium text-alarm empty:hidden">
        {failed ? 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.' : ''}
      </p>
    </>
  )
}

async function readViews() {
  const response = await fetch('/api/account/views', { headers: { accept: 'application/json' } })
  if (!response.ok) throw new ReportError(response.status)
  return viewsSchema.parse(await response.json()).views
}

async function removeView(id: string): Promise<void> {
  const response = await fetch(`/api/account/views/${id}`, { method: 'DELETE' })
  if (!response.ok && response.status !== 404) throw new ReportError(response.status)
}
