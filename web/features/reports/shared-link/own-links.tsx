import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { sharedLinksSchema } from '#domain/users/shared-link-contract.ts'
import { ReportError, deleteCommand } from '#web/features/reports/data/get-report.ts'
import { instant } from '#web/features/reports/words/number-format.ts'
import { Button } from '#web/ui/button.tsx'

export const ownLinksKey = ['report', 'shared-links'] as const

/** The links of the people who share the password of the reports, who have no account page. */
export function OwnLinks() {
  const client = useQueryClient()
  const status = useRef<HTMLOutputElement>(null)
  const links = useQuery({ queryKey: ownLinksKey, queryFn: readLinks })
  const end = useMutation({
    mutationFn: (id: string) => deleteCommand(`links/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: ownLinksKey }),
  })
  if (!links.data || (links.data.length === 0 && end.isIdle)) return null
  return (
    <div className="border-t border-line pt-4">
      <h3 className="font-semibold">Links mit dem gemeinsamen Passwort</h3>
      <ul>
        {links.data.map(({ id, name, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
            <span className="wrap-anywhere">
              {name}, <span className="text-muted">gilt bis {instant(expiresAt)} Uhr</span>
            </span>
            <Button
              look="link"
              disabled={end.isPending}
              // The button goes with its link, and the focus must not be lost.
              onClick={() => end.mutate(id, { onSuccess: () => status.current?.focus() })}
            >
              Beenden<span className="sr-only"> des Links {name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <output ref={status} tabIndex={-1}>
        {end.isSuccess && 'Der Link ist beendet.'}
      </output>
      <p role="alert" className="font-medium text-alarm empty:hidden">
        {end.error ? 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.' : ''}
      </p>
    </div>
  )
}

async function readLinks() {
  const response = await fetch('/api/links', { headers: { accept: 'application/json' } })
  if (!response.ok) throw new ReportError(response.status)
  return sharedLinksSchema.parse(await response.json()).links
}
