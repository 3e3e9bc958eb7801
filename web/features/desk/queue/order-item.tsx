import { Link } from 'react-router-dom'
import type { QueueRow } from '#domain/desk/queue-contract.ts'
import { Tag } from '#web/features/desk/tag.tsx'
import { instant, shortDay } from '#web/features/desk/words/times.ts'
import { dueWord } from '#web/features/desk/words/work-words.ts'
import { euro } from '#domain/numbers/german-number.ts'

interface OrderItemProps {
  row: QueueRow
  /** Time of the queue in ISO 8601. */
  asOf: string
  chosen?: boolean
  onChoose?: (orderId: string) => void
}

/** One order of the queue. It contains no personal data. */
export function OrderItem({ row, asOf, chosen = false, onChoose }: OrderItemProps) {
  const { orderId, number, product, vip, excluded, priceCents, since, printed } = row
  return (
    <li className="flex items-center gap-3 px-4 py-1.5 has-[a:focus-visible]:bg-leaf-50">
      {onChoose && (
        <input
          type="checkbox"
          className="size-6 shrink-0 accent-leaf-700"
          aria-label={`Brief ${number} wählen`}
          checked={chosen}
          onChange={() => onChoose(orderId)}
        />
      )}
      <div className="grid min-w-0 grow items-baseline gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)_10rem_13rem]">
        <Link
          to={`/${orderId}`}
          data-row
          className="inline-flex min-h-10 items-center font-semibold text-leaf-700 underline underline-offset-4"
        >
          {number}
        </Link>
        <span className="flex flex-wrap items-baseline gap-x-2">
          {product}
          <span className="text-sm text-muted">{euro(priceCents)}</span>
          {vip && <Tag look="strong">VIP</Tag>}
          {excluded && <Tag look="alarm">Ausgeschlossen</Tag>}
          {printed && (
            <span className="text-sm text-muted">
              gedruckt {instant(printed.at)}, {printed.by}
            </span>
          )}
        </span>
        <span className="text-sm text-muted">seit {instant(since)}</span>
        <DueText row={row} asOf={asOf} />
      </div>
    </li>
  )
}

function DueText({ row: { dueAt, work }, asOf }: Pick<OrderItemProps, 'row' | 'asOf'>) {
  if (dueAt === null) return <span />
  if (dueAt >= asOf)
    return (
      <span className="text-sm text-muted">
        {dueWord(work)} {shortDay(dueAt)} {untilText(dueAt, asOf)}
      </span>
    )
  // The hand-over happens by itself, so an operator is not late.
  const isLate = work !== 'submit'
  return (
    <span className={isLate ? 'text-sm font-semibold text-alarm' : 'text-sm text-muted'}>
      {isLate ? 'überfällig seit' : 'seit'} {instant(dueAt)}
    </span>
  )
}

const dayMs = 86_400_000

/** Returns in how many days a time is; the time of day if it is today or tomorrow. */
function untilText(dueAt: string, asOf: string): string {
  const days = Math.floor((Date.parse(dueAt) - Date.parse(asOf)) / dayMs)
  return days < 1
    ? `(${instant(dueAt).split(', ')[1]} Uhr)`
    : `(noch ${days === 1 ? '1 Tag' : `${days} Tage`})`
}
