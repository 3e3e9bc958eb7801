import type { Attempt, DestinationName, OutboxRow } from '#db/ports/outbox-store.ts'
import type { StopCode } from '#domain/outbox/outcome.ts'

const time = (at: number | null) => (at === null ? '' : new Date(at).toISOString().replace(/\.\d+/, ''))

/** Text shown in the column EVENT for messages that do not report an event, by destination. */
const contents: Partial<Record<DestinationName, string>> = {
  mail: 'e-mail',
  withdrawals: 'withdrawal',
  requests: 'support request',
  support: 'order of a request',
  alerts: 'alert',
}

/** Formats messages as a table with column headings, for a terminal. */
export function messageTable(rows: readonly OutboxRow[]): string {
  const head = ['ID', 'STATE', 'EVENT', 'RUN', '#', 'TRIES', 'SINCE', 'NEXT TRY', 'DESTINATION']
  const lines = rows.map((row) => [
    String(row.id),
    row.state,
    eventOf(row),
    row.runId ?? '–',
    String(row.sequence ?? '–'),
    String(row.attempts),
    time(row.createdAt),
    nextTry(row),
    row.destination,
  ])
  return table([head, ...lines])
}

/** Formats one message and its attempts for a terminal. */
export function describeMessage({ row, attempts }: { row: OutboxRow; attempts: Attempt[] }): string {
  const position = row.position === null ? '' : ` at position ${row.position}`
  const facts: [string, string][] = [
    ['delivery', String(row.id)],
    ['destination', row.destination],
    ['state', row.state],
    ['event', `${eventOf(row)}${position}`],
    ...(row.runId === null ? [] : ([['run', `${row.runId}, message ${row.sequence}`]] as [string, string][])),
    [['webhook', 'alerts'].includes(row.destination) ? 'webhook-id' : 'message-id', row.messageId],
    ['since', time(row.createdAt)],
    row.state === 'pending' ? ['next try', nextTry(row)] : ['finished', time(row.finishedAt)],
  ]
  const head = ['TRY', 'AT', 'TOOK', 'STATUS', 'ERROR']
  const lines = attempts.map(({ number, startedAt, durationMs, status, error }) => [
    String(number),
    time(startedAt),
    `${durationMs} ms`,
    String(status ?? '–'),
    error ?? '',
  ])
  const tries = attempts.length > 0 ? table([head, ...lines]) : 'not tried yet'
  return [...facts.map(([name, text]) => `${name.padEnd(11)} ${text}`), '', tries].join('\n')
}

/** Returns why a destination is stopped, as a sentence. */
export function describeStop(code: StopCode): string {
  return { gone: 'The receiver answered 410 Gone.' }[code]
}

function eventOf({ destination, eventType }: OutboxRow): string {
  return eventType ?? contents[destination] ?? destination
}

function nextTry(row: OutboxRow): string {
  return row.state === 'pending' ? time(row.nextAttemptAt) : ''
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
