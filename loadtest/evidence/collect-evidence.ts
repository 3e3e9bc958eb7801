import type { Store } from '#db/ports/store.ts'
import type { Books, LoggedEvent } from './evidence.ts'
import type { Receiver } from './receiver.ts'

const pageSize = 2000
const lookEveryMs = 250

type ReadableStore = Pick<Store, 'log' | 'projections' | 'outbox'>

/** Waits until the pipeline is idle or has made no progress for the given time; the checks find what is missing. */
export async function waitUntilSettled(
  store: ReadableStore,
  receiver: Receiver | undefined,
  patienceMs: number,
): Promise<void> {
  let seen = ''
  let movedAt = Date.now()
  while (Date.now() - movedAt < patienceMs) {
    // In this order: messages are enqueued with the checkpoint, so they must be read after it.
    const head = await store.log.head()
    const { checkpoint } = await store.projections.live()
    const states = await store.outbox.countByState()
    const isPending = (one: (typeof states)[number]) =>
      one.destination === 'webhook' && one.state === 'pending'
    const pending = states.find(isPending)?.count ?? 0
    if (checkpoint === head && pending === 0) return
    const now = JSON.stringify([head, checkpoint, pending, receiver?.received.size])
    if (now !== seen) movedAt = Date.now()
    seen = now
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

/** Reads the log after `base` and the state of the projections. */
export async function readBooks(store: ReadableStore, base: number): Promise<Books> {
  const log: LoggedEvent[] = []
  for (let after = base; ;) {
    const page = await store.log.read(after, pageSize)
    log.push(...page.map(({ position, id, runId, type, step }) => ({ position, id, runId, type, step })))
    after = page.at(-1)?.position ?? after
    // The log limits a page by bytes too, so a short page is not the last one.
    if (page.length === 0) break
  }
  const { generation, checkpoint } = await store.projections.live()
  return {
    base,
    log,
    checkpoint,
    runs: await count([...new Set(log.map(({ runId }) => runId))], (ids) =>
      store.projections.runs(generation, ids),
    ),
    orders: await count(
      log.filter(({ type }) => type === 'complete').map(({ id }) => id),
      (ids) => store.projections.orders(generation, ids),
    ),
  }
}

async function count(ids: string[], find: (ids: string[]) => Promise<unknown[]>): Promise<number> {
  let found = 0
  for (let start = 0; start < ids.length; start += pageSize)
    found += (await find(ids.slice(start, start + pageSize))).length
  return found
}
