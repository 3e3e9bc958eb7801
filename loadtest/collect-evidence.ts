import type { Store } from '#db/store.ts'
import type { Books, LoggedEvent } from './evidence.ts'
import type { Receiver } from './receiver.ts'

const pageSize = 2000
const lookEveryMs = 250

type ReadableStore = Pick<Store, 'log' | 'projections' | 'deliveries'>

/** Waits until the pipeline has come to rest, or has not moved for so long; what that means is for the check to say. */
export async function waitUntilSettled(
  store: ReadableStore,
  receiver: Receiver | undefined,
  patienceMs: number,
): Promise<void> {
  let seen = ''
  let movedAt = Date.now()
  while (Date.now() - movedAt < patienceMs) {
    // One after the other: what is owed is written with the checkpoint, so it has to be asked for after it.
    const head = await store.log.head()
    const { checkpoint } = await store.projections.live()
    const states = await store.deliveries.countByState()
    const pending = states.find(({ state }) => state === 'pending')?.count ?? 0
    if (checkpoint === head && pending === 0) return
    const now = JSON.stringify([head, checkpoint, pending, receiver?.received.size])
    if (now !== seen) movedAt = Date.now()
    seen = now
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

/** The log since `base` and what the projections made of it. */
export async function readBooks(store: ReadableStore, base: number): Promise<Books> {
  const log: LoggedEvent[] = []
  for (let after = base; ;) {
    const page = await store.log.read(after, pageSize)
    log.push(...page.map(({ position, id, runId, type, step }) => ({ position, id, runId, type, step })))
    after = page.at(-1)?.position ?? after
    if (page.length < pageSize) break
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
