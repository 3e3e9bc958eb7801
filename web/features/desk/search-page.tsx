import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import type { FoundOrders } from '#domain/desk/desk-contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { OutcomeLine, type ShownOutcome } from './outcome-line.tsx'
import { useSearch } from './queries.ts'
import { readSearchState } from './search-state.ts'
import { useShortcuts } from '#web/ui/shortcuts/use-shortcuts.ts'
import { Tag } from './tag.tsx'
import { failureText } from '#web/features/desk/words/refusal-words.ts'
import { instant } from '#web/features/desk/words/times.ts'
import { statusWords } from '#web/features/desk/words/work-words.ts'

/** Finds orders. The words are not part of the address, because they are personal. */
export function SearchPage() {
  useDocumentTitle('Suche – Aufträge – Formlotse')
  const given = readSearchState(useLocation().state)
  const [words, setWords] = useState(given?.words ?? '')
  const [outcome, setOutcome] = useState<ShownOutcome>()
  const field = useRef<HTMLFormElement>(null)
  const search = useSearch()
  const navigate = useNavigate()
  const find = (text: string) =>
    search.mutate(text, {
      onSuccess: ({ orders }) => setOutcome({ text: countText(orders.length) }),
      onError: (error) => setOutcome({ text: failureText(error), isError: true }),
    })
  const focusField = () => field.current?.querySelector('input')?.focus()
  useShortcuts({ '/': focusField })
  const begin = useEffectEvent(() => {
    if (!given) return focusField()
    // The browser must not keep the words with the page's address.
    void navigate('/suche', { replace: true })
    find(given.words)
  })
  useEffect(() => begin(), [])
  return (
    <div className="grid gap-6">
      <h1 className="text-xl font-bold tracking-tight">Suche</h1>
      <search>
        <form
          ref={field}
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (!search.isPending) find(words)
          }}
        >
          <div className="min-w-0 grow basis-72">
            <Field
              id="suche"
              label="Auftragsnummer, E-Mail-Adresse oder Name"
              hint="Nur ganze Wörter werden gefunden."
            >
              {(control) => (
                <TextInput
                  {...control}
                  type="search"
                  autoComplete="off"
                  required
                  minLength={2}
                  maxLength={300}
                  value={words}
                  onChange={({ target }) => setWords(target.value)}
                />
              )}
            </Field>
          </div>
          <Button type="submit" disabled={search.isPending}>
            Suchen
          </Button>
        </form>
      </search>
      <OutcomeLine outcome={outcome} />
      {search.data && search.data.orders.length > 0 && <FoundList orders={search.data.orders} />}
    </div>
  )
}

function countText(count: number): string {
  if (count === 0) return 'Kein Auftrag gefunden.'
  return count === 1 ? '1 Auftrag gefunden.' : `${count} Aufträge gefunden.`
}

function FoundList({ orders }: FoundOrders) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
      {orders.map(({ orderId, number, name, status, orderedAt }) => (
        <li
          key={orderId}
          className="grid items-center gap-x-4 px-4 py-1.5 has-[a:focus-visible]:bg-leaf-50 sm:grid-cols-[10rem_minmax(0,1fr)_auto_12rem]"
        >
          <Link
            to={`/${orderId}`}
            data-row
            className="inline-flex min-h-10 items-center font-semibold text-leaf-700 underline underline-offset-4"
          >
            {number}
          </Link>
          <span className="break-words">{name === '' ? 'Kundendaten gelöscht' : name}</span>
          <span>
            <Tag look="quiet">{statusWords[status]}</Tag>
          </span>
          <span className="text-sm text-muted">bestellt {instant(orderedAt)}</span>
        </li>
      ))}
    </ul>
  )
}
