import type { Store } from '#db/ports/store.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { type Order, orderOf } from '#domain/orders/evolve-order.ts'

export interface RunToErase {
  runId: string
  funnel: string
  /** Day in Berlin on which the run began. */
  begun: string
  order: Order | undefined
  /** Number of the run's messages that the webhook has received. */
  sent: number
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
    const rows = [...(await vault.readPage(runId, 0)), ...(await uploads.list(runId))]
    if (rows.length === 0) continue
    const deliveries = await people.messages(runId)
    const inState = (state: string) => deliveries.filter((delivery) => delivery.state === state).length
    const { funnel, at } = first
    runs.push({
      runId,
      funnel,
      begun: berlinDay(at),
      order,
      sent: inState('delivered'),
      pending: inState('pending'),
    })
  }
  return runs
}

/** Returns the text for the operator: what was erased, what is kept, and what has to be erased elsewhere. */
export function describeErasure(done: { runs: RunToErase[]; events: number; journal: string }): string {
  const { runs, events, journal } = done
  const sum = (one: (run: RunToErase) => number) => runs.reduce((total, run) => total + one(run), 0)
  const [sent, pending] = [sum((run) => run.sent), sum((run) => run.pending)]
  const list = runs.map(({ runId, funnel, begun, order }) => {
    return `  ${runId}  ${funnel}, begun ${begun}${order ? `, order ${order.number}` : ''}`
  })
  return [
    `Erased the personal data of ${events} event${events === 1 ? '' : 's'}:`,
    ...list,
    'The log keeps the events without personal data, including the number, price and times of orders.',
    `Recorded in ${journal}: keep this file next to the database, so that the erasure is repeated if an older backup is restored.`,
    ...(sent > 0
      ? [
          `The webhook has received ${sent} message${sent === 1 ? '' : 's'} of these runs: ask its operator to erase them too (Art. 19 GDPR).`,
        ]
      : []),
    ...(pending > 0 ? [`${pending} more will be sent to it without personal data.`] : []),
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
