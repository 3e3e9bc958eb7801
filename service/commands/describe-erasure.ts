import type { Store } from '#db/store.ts'
import { berlinDay } from '#domain/berlin-time.ts'
import { type Order, orderOf } from '#domain/order.ts'
import { endpointName } from '../forwarding/endpoint.ts'

export interface RunToErase {
  runId: string
  funnel: string
  /** Berlin day. */
  begun: string
  order: Order | undefined
  /** Messages of the run that reached the webhook, and those that are still owed. */
  sent: number
  owed: number
}

/** Runs that still have personal data or files, with what to say of them; on demand without those that became an order. */
export async function runsToErase(
  { log, vault, people, uploads }: Pick<Store, 'log' | 'vault' | 'people' | 'uploads'>,
  runIds: readonly string[],
  keepOrders: boolean,
): Promise<RunToErase[]> {
  const runs: RunToErase[] = []
  for (const runId of runIds) {
    const events = await log.readRun(runId)
    const [first] = events
    const order = orderOf(events)
    if (!first || (keepOrders && order)) continue
    const rows = [...(await vault.read(runId)), ...(await uploads.list(runId))]
    if (rows.length === 0) continue
    const deliveries = await people.deliveries(endpointName, runId)
    const inState = (state: string) => deliveries.filter((delivery) => delivery.state === state).length
    const { funnel, at } = first
    runs.push({
      runId,
      funnel,
      begun: berlinDay(at),
      order,
      sent: inState('delivered'),
      owed: inState('pending'),
    })
  }
  return runs
}

/** What was done, what stays, and what the operator has to do elsewhere. */
export function describeErasure(done: { runs: RunToErase[]; events: number; journal: string }): string {
  const { runs, events, journal } = done
  const sum = (one: (run: RunToErase) => number) => runs.reduce((total, run) => total + one(run), 0)
  const [sent, owed] = [sum((run) => run.sent), sum((run) => run.owed)]
  const list = runs.map(({ runId, funnel, begun, order }) => {
    return `  ${runId}  ${funnel}, begun ${begun}${order ? `, order ${order.number}` : ''}`
  })
  return [
    `Erased the personal data of ${events} event${events === 1 ? '' : 's'}:`,
    ...list,
    'The log keeps the events without it, of an order its number, price and times.',
    `Noted in ${journal}: keep it beside the database, then an older backup that is restored is erased again.`,
    ...(sent > 0
      ? [
          `The webhook has received ${sent} of their messages: have its owner erase these runs too (Art. 19 GDPR).`,
        ]
      : []),
    ...(owed > 0 ? [`${owed} more will reach it without personal data.`] : []),
  ].join('\n')
}

export async function anyOrdered({ log }: Pick<Store, 'log'>, runIds: readonly string[]): Promise<boolean> {
  for (const runId of runIds) if (orderOf(await log.readRun(runId))) return true
  return false
}

/** A word on runs that were left alone. */
export function noteReplaced(runIds: readonly string[]): string | undefined {
  if (runIds.length === 0) return undefined
  return [
    'Left alone, because another e-mail address replaced this one there; check whose they are, then use --run:',
    ...runIds.map((runId) => `  ${runId}`),
  ].join('\n')
}
