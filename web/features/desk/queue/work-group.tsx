import type { ReactNode } from 'react'
import { workWords } from '#web/features/desk/words/work-words.ts'
import { OrderItem } from './order-item.tsx'
import type { QueuePart } from './split-queue.ts'

export const listClass = 'divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface'

interface WorkGroupProps {
  part: QueuePart
  /** Time of the queue in ISO 8601. */
  asOf: string
  /** Ids of the chosen orders; absent if orders cannot be chosen. */
  chosen?: readonly string[]
  onChoose?: (orderId: string) => void
  /** Controls above the list. */
  children?: ReactNode
}

/** Orders with the same work. */
export function WorkGroup({ part, asOf, chosen, onChoose, children }: WorkGroupProps) {
  const { work, isDue, count, rows } = part
  const { title, what } = workWords[work]
  const id = `${work}-${isDue ? 'due' : 'later'}`
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <div>
        <h3 id={id} className="font-bold">
          {title}: {count}
        </h3>
        <p className="text-sm text-muted">{what}</p>
      </div>
      {children}
      <ul className={listClass}>
        {rows.map((row) => (
          <OrderItem
            key={row.orderId}
            row={row}
            asOf={asOf}
            {...(chosen && onChoose && { chosen: chosen.includes(row.orderId), onChoose })}
          />
        ))}
      </ul>
      {count > rows.length && (
        <p className="text-sm text-muted">
          {rows.length === 1 ? 'Gezeigt ist der älteste.' : `Gezeigt sind die ${rows.length} ältesten.`}
        </p>
      )}
    </section>
  )
}
