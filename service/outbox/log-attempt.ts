import type { Logger } from 'pino'
import type { Attempt, NextState, OutboxRow } from '#db/ports/outbox-store.ts'
import { isoTime } from '#domain/time/durations.ts'
import type { Outcome } from '#domain/outbox/outcome.ts'
import type { LimitedLog } from '#service/observability/limited-log.ts'
import type { Destination } from './destination.ts'

interface AttemptLog {
  destination: Pick<Destination<unknown>, 'name' | 'label'>
  log: Logger
  limitedLog: LimitedLog
}

interface FinishedAttempt {
  attempt: Attempt
  code: Outcome['code'] | 'discarded'
  next: NextState
}

/** Logs an attempt. Log lines contain ids of the message, never its content. */
export function logAttempt(
  { destination, log, limitedLog }: AttemptLog,
  row: OutboxRow,
  { attempt, code, next }: FinishedAttempt,
): void {
  const { number, status, error } = attempt
  const fields = {
    delivery: row.id,
    ...(row.runId === null ? { messageId: row.messageId } : { runId: row.runId }),
    attempt: number,
    status,
    error,
    ...(code === 'retry' && next.state === 'pending' && { nextAttemptAt: isoTime(next.nextAttemptAt) }),
  }
  const { name, label } = destination
  const write = (level: 'info' | 'warn' | 'error', message: string) => limitedLog({ level, fields, message })
  switch (code) {
    case 'delivered':
      if (error === null) return log.debug(fields, `${label} delivered`)
      return write('error', `${label} delivered without some of its files`)
    case 'retry':
      return write('warn', `${label} not delivered; it will be tried again`)
    case 'gone':
      return write(
        'error',
        `the ${name} is gone (410): nothing is sent until \`npm run deliveries -- resume\``,
      )
    case 'dead':
      return write(
        'error',
        `${label} is undeliverable: it was permanently refused, or its last attempt failed`,
      )
    case 'discarded':
      return write('info', `${label} discarded: ${error}`)
  }
}
