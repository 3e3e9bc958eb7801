import { expect } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import { isForwarded } from '#domain/outbox/webhook-message.ts'
import { type OperationalEventType, operationalDataSchemas } from '#domain/operations/operational-event.ts'
import { type StoredEvent, isServiceEvent } from '#domain/events/stored-event.ts'
import { rebuildProjections } from '#service/projections/rebuild.ts'
import type { SentEvent } from './recording-client.ts'
import type { RecordingReceiver } from '#tests/faults/support/receiver/recording-receiver.ts'

// These functions check that the service kept its guarantees. They compare its data with what the clients and the
// webhook receiver recorded.

/**
 * Returns all events of runs. Expects the positions to have no gaps, together with those of the operational events, and
 * each position to have one event.
 */
export async function readWholeLog(store: Store): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for (;;) {
    const more = await store.log.read(events.at(-1)?.position ?? 0, 1000)
    events.push(...more)
    if (more.length === 0) break
  }
  const types = Object.keys(operationalDataSchemas) as OperationalEventType[]
  const operational = await store.operations.read({ types, limit: 10_000 })
  const positions = [...events, ...operational].map(({ position }) => position).toSorted((a, b) => a - b)
  expect(positions).toEqual(positions.map((_, index) => index + 1))
  return events
}

/**
 * Expects the log to contain every acknowledged event once, at the reported position. Besides the service's own events,
 * it must contain none that was not sent.
 */
export function expectLogMatchesResponses(
  log: readonly StoredEvent[],
  sent: ReadonlyMap<string, SentEvent>,
): void {
  const at = new Map(log.map((event) => [event.position, event]))
  expect(new Set(log.map(({ id }) => id)).size).toBe(log.length)
  expect(log.filter((event) => !sent.has(event.id) && !isServiceEvent(event))).toEqual([])
  for (const [id, { results, repeats }] of sent) {
    const [first, ...later] = results
    const { position } = first!
    expect(later, `later results for ${id}`).toEqual(
      later.map((result) => ({ ...result, status: 'duplicate', position })),
    )
    const stored = at.get(position)!
    if (!repeats) expect(stored.id, `${first!.status} at ${position}`).toBe(id)
    else if (stored.id !== id) {
      expect(first!.status).toBe('duplicate')
      const { runId, type, step } = repeats
      expect(stored).toMatchObject({ runId, type, step })
      expect(log.some((event) => event.id === id)).toBe(false)
    }
  }
}

/**
 * Expects at most one order per run. Only a response with the status `stored` may contain the order. A response to a
 * repeated order must not contain it, because the clients do not send the run's secret.
 */
export function expectOneOrderPerRun(
  log: readonly StoredEvent[],
  sent: ReadonlyMap<string, SentEvent>,
): void {
  const orders = log.filter((event) => event.type === 'complete')
  const byRun = new Map(orders.map((order) => [order.runId, order]))
  expect(byRun.size).toBe(orders.length)
  expect(new Set(orders.map(({ data }) => data.orderNumber)).size).toBe(orders.length)
  for (const { event, results } of sent.values())
    for (const { order, status } of event.type === 'complete' ? results : []) {
      const { id, data } = byRun.get(event.runId)!
      if (status === 'stored') expect(order).toMatchObject({ id, number: data.orderNumber })
      else expect(order).toBeUndefined()
    }
}

/**
 * Expects the projections to include the whole log and to equal projections that are rebuilt from the log. From then
 * on, the service uses the rebuilt ones.
 */
export async function expectProjectionsEqualRebuild(
  store: Store,
  log: readonly StoredEvent[],
): Promise<void> {
  const live = await store.projections.live()
  expect(live.checkpoint).toBe(await store.log.head())
  expect(live.checkpoint).toBeGreaterThanOrEqual(log.at(-1)?.position ?? 0)
  const before = await store.projections.dump(live.generation)
  const { generation } = await rebuildProjections({ store, now: Date.now })
  expect(await store.projections.dump(generation)).toEqual(before)
  const orders = log.filter(({ type }) => type === 'complete').map(({ id }) => id)
  expect(before.orders.map((order) => (order as { orderId: string }).orderId).toSorted()).toEqual(
    orders.toSorted(),
  )
}

/**
 * Waits until the service has projected all events and prepared the documents of all orders. Then it appends nothing
 * more by itself. Returns the whole log.
 */
export async function readSettledLog(store: Store): Promise<StoredEvent[]> {
  const state = async () => {
    const head = await store.log.head()
    if ((await store.projections.live()).checkpoint !== head) return 'projecting'
    const states = await store.outbox.countByState()
    const isOpen = states.some((one) => one.destination === 'documents' && one.state === 'pending')
    return isOpen || (await store.log.head()) !== head ? 'preparing documents' : 'settled'
  }
  await expect.poll(state, { timeout: 120_000, interval: 200 }).toBe('settled')
  return readWholeLog(store)
}

export const expectedMessageIds = (log: readonly StoredEvent[]) =>
  log.filter(isForwarded).map(({ id }) => `msg_${id}`)

/**
 * Expects the receiver to have received each expected message and no others. Retries must be identical to the first
 * attempt, and the first attempts of a run must arrive in order.
 */
export function expectDelivered(log: readonly StoredEvent[], { arrivals, faults }: RecordingReceiver): void {
  expect(faults).toEqual([])
  const firsts = arrivals.filter(({ attempt }) => attempt === 1)
  expect(firsts.map(({ webhookId }) => webhookId).toSorted()).toEqual(expectedMessageIds(log).toSorted())
  const bodies = new Map(firsts.map(({ webhookId, bodyHash }) => [webhookId, bodyHash]))
  expect(arrivals.filter(({ webhookId, bodyHash }) => bodies.get(webhookId) !== bodyHash)).toEqual([])
  const sequences = Map.groupBy(firsts, ({ runId }) => runId)
  for (const ofRun of sequences.values())
    expect(ofRun.map(({ sequence }) => sequence)).toEqual(ofRun.map((_, index) => index + 1))
}
