import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { addedLinkSchema, isSharedPage, linkDays } from '#domain/users/shared-link-contract.ts'
import { postCommand } from '#web/features/reports/data/get-report.ts'
import { changedSearch } from '#web/features/reports/filters/filters.ts'
import { wayBackName } from '#web/features/reports/filters/way-back.ts'
import { pathOfView } from '#web/features/reports/saved-views/view-path.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { NewAddress } from './new-address.tsx'
import { OwnLinks, ownLinksKey } from './own-links.tsx'
import { dayNames, shareFailure } from './share-words.ts'
import { useIsShared } from './shared-link-context.ts'

/**
 * Makes a link with an end that opens this page for people without an account. Named users see their links in their
 * account; without a `role`, or with that of an operator, the page was opened by the shared password, and they are here.
 */
export function ShareView({ role }: { role: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const { pathname, search } = useLocation()
  const isShared = useIsShared()
  const accountPage = role === undefined ? undefined : accountPages[role]
  if (isShared || !isSharedPage(pathname)) return null
  return (
    <section aria-label="Ansicht teilen" className="text-sm print:hidden">
      <Button look="link" className="-ml-1" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Diese Ansicht teilen
      </Button>
      {isOpen && (
        <div className="mt-2 grid max-w-xl gap-4 rounded-xl border border-line bg-surface p-4 sm:p-6">
          <p>
            Wer die Adresse hat, liest bis zum gewählten Ende die Zahlen aller Berichte, auch zu Umsatz und
            Kosten, dazu Auffälligkeiten, Störungen und Notizen. Einzelne Anträge, Bestellungen und
            Nachrichten sind nicht zu sehen, und ändern lässt sich nichts.
          </p>
          {/* The address of one view must not be shown beside another one. */}
          <ShareForm key={pathname + search} />
          {accountPage !== undefined ? (
            <p>
              Ihre Links sehen und beenden Sie unter{' '}
              <a href={accountPage} className="text-leaf-700 underline underline-offset-4">
                {role === 'admin' ? 'Zugänge' : 'Konto'}
              </a>
              .
            </p>
          ) : (
            <OwnLinks />
          )}
        </div>
      )}
    </section>
  )
}

const accountPages: Readonly<Record<string, string>> = { marketer: '/konto', admin: '/konto/zugaenge' }

const empty = { name: '', days: '7' }

function ShareForm() {
  const client = useQueryClient()
  const { pathname, search } = useLocation()
  const [link, setLink] = useState(empty)
  const change = (part: Partial<typeof empty>) => setLink({ ...link, ...part })
  const add = useMutation({
    mutationFn: async () => {
      // A page of a list and the way back belong to this browser, not to the view.
      const query = changedSearch(new URLSearchParams(search), {
        cursor: undefined,
        [wayBackName]: undefined,
      })
      const path = pathOfView({ pathname, search: query.toString() === '' ? '' : `?${query}` })
      const body = { name: link.name.trim(), days: Number(link.days), path }
      return addedLinkSchema.parse(await postCommand('links', body))
    },
    onSuccess: () => {
      setLink(empty)
      return client.invalidateQueries({ queryKey: ownLinksKey })
    },
  })
  return (
    <form
      className="grid gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!add.isPending) add.mutate()
      }}
    >
      <Field id="teilen-name" label="Für wen oder wofür" required hint="Diesen Namen sehen auch die Leser">
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            required
            minLength={2}
            maxLength={60}
            value={link.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <Field id="teilen-tage" label="Gültig für">
        {(control) => (
          <Select {...control} value={link.days} onChange={({ target }) => change({ days: target.value })}>
            {linkDays.map((days) => (
              <option key={days} value={days}>
                {dayNames[days]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div>
        <Button type="submit" look="secondary" disabled={add.isPending}>
          {add.isPending ? 'Wird angelegt …' : 'Link anlegen'}
        </Button>
      </div>
      <output className="sr-only">{add.data && 'Der Link ist angelegt. Die Adresse folgt.'}</output>
      {add.data && <NewAddress link={add.data} />}
      <p role="alert" className="font-medium text-alarm empty:hidden">
        {add.error ? shareFailure(add.error) : ''}
      </p>
    </form>
  )
}
