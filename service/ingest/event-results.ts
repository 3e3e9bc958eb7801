import type { NewEventRow } from '#db/ports/new-event-row.ts'
import type { AppendResult } from '#db/ports/event-log.ts'
import type { Store } from '#db/ports/store.ts'
import type { EventResult } from '#domain/events/wire-events.ts'
import { decideInvalid, runLimits } from '#domain/log/decide-append.ts'
import { orderKey } from '#domain/log/once-keys.ts'
import { startOfOwner } from '#service/access/run-secret.ts'
import type { RejectedEvent } from './check-event.ts'
import { type PendingEvent, type PlacedOrder, placedOrder } from './pending-events.ts'

type WithoutId<Result> = Result extends unknown ? Omit<Result, 'id'> : never
type Outcome = WithoutId<EventResult>

/**
 * Maximum number of issues in a result. It allows one issue for every field of a funnel. Without a maximum, thousands
 * of unknown fields could make the response larger than the request.
 */
const maxIssues = 100

type Log = Pick<Store, 'log'>
type Accepted = Extract<PendingEvent, { kind: 'accepted' }>

interface ResultContext {
  /** Results of appending the accepted events. */
  appended: ReadonlyMap<NewEventRow, AppendResult>
  runSecret: string | undefined
}

export async function resultOf(
  { log }: Log,
  pending: PendingEvent,
  { appended, runSecret }: ResultContext,
): Promise<EventResult> {
  const outcome =
    pending.kind === 'rejected'
      ? await outcomeOfRejected(log, pending.rejected, runSecret)
      : pending.type === 'complete'
        ? await outcomeOfOrder(log, pending, { appended, runSecret })
        : outcomeOf(appended.get(pending.row)!)
  return { id: pending.id, ...outcome } as EventResult
}

function outcomeOf(appended: AppendResult): Outcome {
  if (appended.status === 'rejected') return { status: 'rejected', issues: [runTooLong] }
  return { status: appended.status, position: appended.position }
}

const runTooLong = {
  path: '',
  code: 'run-too-long',
  message: `A run holds at most ${runLimits.events} events and ${runLimits.bytes} bytes. Only its order is still accepted.`,
}

/**
 * Returns the outcome of an accepted `complete`. The first `complete` of a run returns its order. A repeated `complete`
 * returns the order only with the secret of the run, because the id of a run is not secret.
 */
async function outcomeOfOrder(
  log: Log['log'],
  { row, order }: Accepted,
  { appended, runSecret }: ResultContext,
): Promise<Outcome> {
  const outcome = appended.get(row)!
  if (outcome.status === 'stored') return { ...outcomeOf(outcome), ...withOrder(order) }
  return { ...outcomeOf(outcome), ...withOrder(placedOrder(await findOwnOrder(log, row.runId, runSecret))) }
}

/**
 * Returns the outcome of a rejected `complete`. Only a client with the secret of the run learns that the run already
 * has an order.
 */
async function outcomeOfRejected(
  log: Log['log'],
  { event, issues }: RejectedEvent,
  runSecret: string | undefined,
): Promise<Outcome> {
  const existing = event?.type === 'complete' ? await findOwnOrder(log, event.runId, runSecret) : undefined
  const decision = decideInvalid(existing)
  if (decision.status === 'duplicate')
    return { status: 'duplicate', position: decision.position, ...withOrder(placedOrder(existing)) }
  return { status: 'rejected', issues: issues.slice(0, maxIssues) }
}

async function findOwnOrder(log: Log['log'], runId: string, runSecret: string | undefined) {
  return (await startOfOwner(log, runId, runSecret)) && (await log.find({ once: orderKey(runId) }))
}

function withOrder(order: PlacedOrder | undefined) {
  if (!order) return {}
  const { id, funnel, number } = order
  return { order: { id, number, checkoutUrl: `/checkout/${encodeURIComponent(funnel)}?order=${id}` } }
}
