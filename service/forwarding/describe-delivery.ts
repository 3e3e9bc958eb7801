import type { Attempt, Delivery } from '#db/delivery-store.ts'

const time = (at: number | null) => (at === null ? '' : new Date(at).toISOString().replace(/\.\d+/, ''))

/** A table of deliveries for a terminal, with a head line. */
export function deliveryTable(deliveries: readonly Delivery[]): string {
  const head = ['ID', 'STATE', 'EVENT', 'RUN', '#', 'TRIES', 'OWED SINCE', 'NEXT TRY']
  const rows = deliveries.map((delivery) => [
    String(delivery.id),
    delivery.state,
    delivery.eventType,
    delivery.runId,
    String(delivery.sequence),
    String(delivery.attempts),
    time(delivery.createdAt),
    nextTry(delivery),
  ])
  return table([head, ...rows])
}

/** One delivery with every attempt. */
export function describeDelivery({
  delivery,
  attempts,
}: {
  delivery: Delivery
  attempts: Attempt[]
}): string {
  const facts: [string, string][] = [
    ['delivery', String(delivery.id)],
    ['state', delivery.state],
    ['event', `${delivery.eventType} at position ${delivery.position}`],
    ['run', `${delivery.runId}, message ${delivery.sequence}`],
    ['webhook-id', delivery.webhookId],
    ['owed since', time(delivery.createdAt)],
    delivery.state === 'pending' ? ['next try', nextTry(delivery)] : ['finished', time(delivery.finishedAt)],
  ]
  const head = ['TRY', 'AT', 'TOOK', 'STATUS', 'ERROR']
  const rows = attempts.map(({ number, startedAt, durationMs, httpStatus, error }) => [
    String(number),
    time(startedAt),
    `${durationMs} ms`,
    String(httpStatus ?? '–'),
    error ?? '',
  ])
  const tries = attempts.length > 0 ? table([head, ...rows]) : 'not tried yet'
  return [...facts.map(([name, text]) => `${name.padEnd(11)} ${text}`), '', tries].join('\n')
}

function nextTry(delivery: Delivery): string {
  return delivery.state === 'pending' ? time(delivery.nextAttemptAt) : ''
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
