import type { Store } from '#db/ports/store.ts'
import { type OperationalEventType, operationalDataSchemas } from '#domain/operations/operational-event.ts'
import type { LoggedEvent, StoreContents } from './evidence.ts'
import type { Receiver } from './receiver.ts'

const pageSize = 2000
const pollIntervalMs = 250

type ReadableStore = Pick<Store, 'log' | 'operations' | 'projections' | 'exclusions' | 'outbox'>

/** Resolves when all events are projected and delivered, or when there was no progress for `stallTimeoutMs`. */
export async function waitUntilSettled(
  store: ReadableStore,
  receiver: Receiver | undefined,
  stallTimeoutMs: number,
): Promise<void> {
  let seen = ''
  let progressAt = Date.now()
  while (Date.now() - progressAt < stallTimeoutMs) {
    // Read the outbox after the checkpoint. Messages are enqueued in the transaction that advances the checkpoint, so
    // the outbox then contains all messages about events up to the checkpoint.
    const head = await store.log.head()
    const { checkpoint } = await store.projections.live()
    const states = await store.outbox.countByState()
    // The preparation of documents appends events.
    const isPending = ({ destination, state }: (typeof states)[number]) =>
      (destination === 'webhook' || destination === 'documents') && state === 'pending'
    const pending = states.filter(isPending).reduce((sum, state) => sum + state.count, 0)
    if (checkpoint === head && pending === 0 && (await store.log.head()) === head) return
    const now = JSON.stringify([head, checkpoint, pending, receiver?.received.size])
    if (now !== seen) progressAt = Date.now()
    seen = now
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
  }
}

/** Reads the log after position `base` and the corresponding rows of the projections. */
export async function readStoreContents(store: ReadableStore, base: number): Promise<StoreContents> {
  const log: LoggedEvent[] = []
  for (let after = base; ;) {
    const page = await store.log.read(after, pageSize)
    log.push(...page.map(({ position, id, runId, type, step }) => ({ position, id, runId, type, step })))
    after = page.at(-1)?.position ?? after
    // Pages are also limited in bytes, so only an empty page marks the end.
    if (page.length === 0) break
  }
  const { generation, checkpoint } = await store.projections.live()
  return {
    base,
    log,
    operational: await operationalPositions(store, base),
    checkpoint,
    runs: await count([...new Set(log.map(({ runId }) => runId))], (ids) =>
      store.projections.runs(generation, ids),
    ),
    orders: await count(
      log.filter(({ type }) => type === 'complete').map(({ id }) => id),
      (ids) => store.projections.orders(generation, ids),
    ),
    excluded: (await store.exclusions.count(0)).reduce((sum, { runs }) => sum + runs, 0),
  }
}

async function operationalPositions({ operations }: ReadableStore, base: number): Promise<number[]> {
  const types = Object.keys(operationalDataSchemas) as OperationalEventType[]
  const events = await operations.read({ types, limit: pageSize })
  return events.map(({ position }) => position).filter((position) => position > base)
}

async function count(ids: string[], find: (ids: string[]) => Promise<unknown[]>): Promise<number> {
  let found = 0
  for (let start = 0; start < ids.length; start += pageSize)
    found += (await find(ids.slice(start, start + pageSize))).length
  return found
}
