import type { DeliveriesReport } from '#domain/reports/deliveries/shape.ts'
import { instant, number } from '#web/features/reports/words/number-format.ts'

const shown = 5

interface MessagesProps {
  rows: DeliveriesReport['emails']['rows']
  /** Says that no further attempt is made. */
  givenUp: string
}

/** The newest messages that were not accepted yet, with their next attempt. */
export function UndeliveredMessages({ rows, givenUp }: MessagesProps) {
  return (
    <ul className="mt-1 text-sm">
      {rows.slice(0, shown).map(({ id, state, attempts, createdAt, nextAttemptAt }) => (
        <li key={id}>
          Nachricht {number(id)} vom {instant(createdAt)}: {number(attempts)}{' '}
          {attempts === 1 ? 'Versuch' : 'Versuche'},{' '}
          {state === 'undeliverable' || nextAttemptAt === null
            ? givenUp
            : `nächster Versuch ${instant(nextAttemptAt)}`}
        </li>
      ))}
    </ul>
  )
}
