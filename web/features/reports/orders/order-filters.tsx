import { useId, useState } from 'react'
import { shownStatuses } from '#domain/orders/evolve-order.ts'
import type { OrderWork } from '#domain/orders/order-work.ts'
import { waitingWorks } from '#domain/desk/desk-work.ts'
import { readWorks, writeWorks } from '#domain/reports/orders/work-filter.ts'
import { searchNumber } from '#domain/reports/orders/search-number.ts'
import { orderStatusNames } from '#domain/reports/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'

/** Search by order number, and filters by status, test payments and robots. They are stored in the URL. */
export function OrderFilters() {
  const { filters, set } = useFilters()
  const { number, status, work, testPayments, robots } = filters.list
  return (
    <div className="mb-4 grid gap-3 sm:flex sm:flex-wrap sm:items-end print:hidden">
      <NumberSearch key={number ?? ''} />
      <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
        <Choice
          label="Stand"
          value={status}
          options={[['', 'Alle'], ...shownStatuses.map((one) => [one, orderStatusNames[one]] as const)]}
          onChoose={(value) => set({ status: value })}
        />
        <Choice
          label="Zu tun"
          value={work}
          options={worksWith(work)}
          onChoose={(value) => set({ work: value })}
        />
        <Choice
          label="Testzahlungen"
          value={testPayments}
          options={inclusions}
          onChoose={(value) => set({ testPayments: value })}
        />
        <Choice
          label="Roboter"
          value={robots}
          options={inclusions}
          onChoose={(value) => set({ robots: value })}
        />
      </div>
    </div>
  )
}

const inclusions = [
  ['', 'mit'],
  ['without', 'ohne'],
  ['only', 'nur'],
] as const

const workNames: Record<OrderWork, string> = {
  decide: 'Widerruf entscheiden',
  refund: 'Geld zurückzahlen',
  failed: 'Geld zurückzahlen',
  send: 'Brief versenden',
  submit: 'Brief übergeben',
}

/** What is left to do. Work that operators see as one is one choice. */
const works: readonly (readonly [string, string])[] = [
  ['', 'Egal'],
  [writeWorks(waitingWorks(false)), 'Alles von Hand'],
  ...(['send', 'decide', 'refund,failed', 'submit'] as const).map(
    (work) => [work, workNames[readWorks(work)[0]!]] as const,
  ),
]

/** Returns the choices; a link can name another combination. */
function worksWith(work: string | undefined) {
  if (work === undefined || works.some(([value]) => value === work)) return works
  const names = new Set(readWorks(work).map((one) => workNames[one]))
  return [...works, [work, [...names].join(', ')] as const]
}

interface ChoiceProps {
  label: string
  value: string | undefined
  options: readonly (readonly [value: string, name: string])[]
  onChoose: (value: string) => void
}

function Choice({ label, value = '', options, onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <Select id={id} className="text-sm" value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}

function NumberSearch() {
  const { filters, set } = useFilters()
  const { number } = filters.list
  const id = useId()
  const [tooShort, setTooShort] = useState(false)
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const { number: typed = '' } = Object.fromEntries(new FormData(event.currentTarget)) as Record<
            string,
            string
          >
          const wanted = searchNumber(typed)
          setTooShort(wanted === undefined && typed.trim() !== '')
          if (wanted !== undefined || typed.trim() === '') set({ number: wanted })
        }}
      >
        <label htmlFor={id} className="text-sm text-muted">
          Bestellnummer oder ihr Anfang
        </label>
        <div className="flex gap-2">
          <TextInput
            id={id}
            type="search"
            name="number"
            defaultValue={number}
            placeholder="FL-"
            autoComplete="off"
            spellCheck={false}
            aria-describedby={tooShort ? `${id}-hint` : undefined}
            aria-invalid={tooShort || undefined}
            className="min-w-0 sm:w-48!"
          />
          <Button type="submit" look="secondary">
            Suchen
          </Button>
        </div>
        {tooShort && (
          <p id={`${id}-hint`} role="alert" className="mt-1 text-sm text-alarm">
            Geben Sie mindestens ein Zeichen nach „FL-“ ein.
          </p>
        )}
      </form>
    </search>
  )
}
