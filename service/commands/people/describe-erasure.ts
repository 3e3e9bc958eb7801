import type { Store } from '#db/ports/store.ts'
import type { DestinationName, OutboxState } from '#db/ports/outbox-store.ts'
import { clickIdOf } from '#domain/conversions/conversion.ts'
import type { AdPlatform } from '#domain/events/wire-events.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { isRefundDue } from '#domain/orders/decide-order.ts'
import { type Order, orderOf } from '#domain/orders/evolve-order.ts'

export interface RunToErase {
  runId: string
  funnel: string
  /** Day in Berlin on which the run began. */
  begun: string
  order: Order | undefined
  /** Number of the run's messages that the webhook has received. */
  sent: number
  /** Number of conversions that the analytics service has received. */
  conversions: number
  /** Ad platforms that may have fetched the click id of the order; empty if it was not reported. */
  platforms: readonly AdPlatform[]
  /** Number of the run's messages that are still to be sent. */
  pending: number
}

/**
 * Returns those of the given runs that still have personal data or files. If `keepOrders` is true, runs with an order
 * are left out.
 */
export async function runsToErase(
  { log, vault, people, uploads }: Pick<Store, 'log' | 'vault' | 'people' | 'uploads'>,
  runIds: readonly string[],
  keepOrders: boolean,
): Promise<RunToErase[]> {
  const runs: RunToErase[] = []
  for (const runId of runIds) {
    const events = await log.readOrder(runId)
    const [first] = events.length > 0 ? events : await log.readRun(runId)
    const order = orderOf(events)
    if (!first || (keepOrders && order)) continue
    // The values kept for an invoice are one row at most, so the first page has any others.
    const values = (await vault.readPage(runId, 0)).filter(({ keptFor }) => keptFor === null)
    if (values.length === 0 && (await uploads.list(runId)).length === 0) continue
    const messages = await people.messages(runId)
    const count = (to: DestinationName, state: OutboxState) =>
      messages.filter((message) => message.destination === to && message.state === state).length
    const { funnel, at } = first
    runs.push({
      runId,
      funnel,
      begun: berlinDay(at),
      order,
      sent: count('webhook', 'delivered'),
      conversions: count('conversions', 'delivered'),
      platforms: order?.paymentId ? platformsOf(events) : [],
      pending: count('webhook', 'pending'),
    })
  }
  return runs
}

/** Returns the ad platforms to which the order may be reported and whose click ids it had. */
function platformsOf(events: readonly StoredEvent[]): AdPlatform[] {
  const meta = events.find(({ type }) => type === 'complete')?.meta
  const kinds = new Set(meta?.touches.flatMap(({ clickIds = [] }) => clickIds))
  return (meta?.consentPlatforms ?? []).filter((platform) => kinds.has(clickIdOf[platform]))
}

/** Returns the text for the operator: what was erased, what is kept, and what has to be erased elsewhere. */
export function describeErasure(done: { runs: RunToErase[]; events: number; journal: string }): string {
  const { runs, events, journal } = done
  const sum = (one: (run: RunToErase) => number) => runs.reduce((total, run) => total + one(run), 0)
  const [sent, pending] = [sum((run) => run.sent), sum((run) => run.pending)]
  const conversions = sum((run) => run.conversions)
  const platforms = [...new Set(runs.flatMap((run) => run.platforms))].toSorted()
  const orders = runs.flatMap(({ order }) => order ?? [])
  const letters = orders.filter(({ letterId }) => letterId !== null)
  const list = runs.map(({ runId, funnel, begun, order }) => {
    return `  ${runId}  ${funnel}, begun ${begun}${order ? `, order ${order.number}` : ''}`
  })
  return [
    `Erased the personal data of ${events} event${events === 1 ? '' : 's'}:`,
    ...list,
    'The log keeps the events without personal data, including the number, price and times of orders.',
    `Recorded in ${journal}: keep this file next to the database, so that the erasure is repeated if an older backup is restored.`,
    ...(runs.some(({ order }) => order?.paymentId)
      ? [
          'Invoices, and the names and addresses on them, are kept until their retention ends (Art. 17 (3) GDPR).',
        ]
      : []),
    ...runs.flatMap(({ order }) => (order ? refundNotes(order) : [])),
    ...(sent > 0
      ? [
          `The webhook has received ${sent} message${sent === 1 ? '' : 's'} of these runs: ask its operator to erase them too (Art. 19 GDPR).`,
        ]
      : []),
    ...(conversions > 0
      ? [
          `The analytics service has received ${conversions} conversion${conversions === 1 ? '' : 's'} of these runs and may have their page views: ask its operator to erase them too.`,
        ]
      : []),
    ...(platforms.length > 0
      ? [
          `With CONVERSION_FILES, ${platforms.join(' and ')} may have fetched click ids of these orders: ask for their erasure too, or retract the conversions in the account.`,
        ]
      : []),
    ...letters.map(
      ({ number }) =>
        `The letter of order ${number} was handed over: if Pingen sends the letters, ask it to erase its copy too.`,
    ),
    ...(pending > 0 ? [`${pending} more will be sent to it without personal data.`] : []),
  ].join('\n')
}

/** Returns how the customer of an erased order gets the money back; nothing if there is none to return. */
function refundNotes(order: Order): string[] {
  if (isRefundDue(order))
    return [
      `The payment of order ${order.number} is still to be refunded: npm run orders -- refunded ${order.number}`,
    ]
  if (order.paymentId === null || order.refunded || order.letter === 'sent') return []
  return [
    `Order ${order.number} is paid, and its letter is not posted. Record that: npm run orders -- failed ${order.number} --reason erased`,
    `Then refund payment ${order.paymentId} and record that: npm run orders -- refunded ${order.number}`,
  ]
}

const finished: ReadonlySet<Order['status']> = new Set(['sent', 'withdrawn', 'refunded'])

/**
 * Returns the question to ask before runs are erased whose order is not finished: its letter is not posted, and it is
 * neither withdrawn nor refunded. Returns undefined if there is no such order.
 */
export function questionBefore(runs: readonly RunToErase[]): string | undefined {
  const open = runs.flatMap(({ order }) => (order && !finished.has(order.status) ? [order] : []))
  if (open.length === 0) return undefined
  return [
    'Not finished; the letter can no longer be sent after the erasure:',
    ...open.map(({ number, status }) => `  order ${number}, ${status}`),
    'Erase?',
  ].join('\n')
}

export async function anyOrdered({ log }: Pick<Store, 'log'>, runIds: readonly string[]): Promise<boolean> {
  for (const runId of runIds) if (orderOf(await log.readOrder(runId))) return true
  return false
}

/**
 * Returns the note about runs in which the visitor first entered the e-mail address given to the command, and later
 * replaced it by another one. The note lists these runs, and the command leaves them unchanged. Returns undefined if
 * there are no such runs.
 */
export function noteReplaced(runIds: readonly string[]): string | undefined {
  if (runIds.length === 0) return undefined
  return [
    'Left unchanged, because another e-mail address replaced this one later; check whose runs these are, then use --run:',
    ...runIds.map((runId) => `  ${runId}`),
  ].join('\n')
}
