import { expect, test } from 'vitest'
import type { Store } from '#db/store.ts'
import { StoreUnavailable } from '#db/store.ts'
import { temporaryStores } from './temporary-folder.ts'

const { open } = temporaryStores()

const job = (key: string) => ({ queue: 'test', key, runAt: 0 })

/** A delivery that is not there: its foreign key fails, and nothing else. */
const fails = (store: Store) =>
  store.deliveries.finishAttempt(
    999,
    { number: 1, startedAt: 0, durationMs: 1, httpStatus: 200, error: null },
    { state: 'delivered' },
  )

async function keysIn(store: Store): Promise<string[]> {
  return (await store.queue.claim('test', 1, 1000, 10_000)).map(({ key }) => key).toSorted()
}

test('a call that fails takes back only its own work, not that of the calls it shares a commit with', async () => {
  const store = await open()
  // Sent at once, so that they wait together while the first one is worked on.
  const settled = await Promise.allSettled([
    store.queue.put([job('a')]),
    store.queue.put([job('b')]),
    fails(store),
    store.queue.put([job('c')]),
  ])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await keysIn(store)).toEqual(['a', 'b', 'c'])
})

test('calls of other kinds keep their place between those that share a commit', async () => {
  const store = await open()
  const [, , head, , claimed] = await Promise.all([
    store.queue.put([job('before')]),
    store.queue.put([job('also before')]),
    store.projections.begin(),
    store.queue.put([job('after')]),
    store.queue.claim('test', 1, 1000, 10),
  ])
  expect(head).toBeGreaterThan(0)
  expect(claimed.map(({ key }) => key).toSorted()).toEqual(['after', 'also before', 'before'])
})

test('on a full disk exactly the calls that were answered are kept', async () => {
  const store = await open({ maxPages: 90 })
  const kept: string[] = []
  const causes: unknown[] = []
  for (let round = 0; causes.length === 0; round++) {
    const keys = Array.from({ length: 20 }, (_, index) => `${round}-${index}-${'x'.repeat(2000)}`)
    const settled = await Promise.allSettled(keys.map((key) => store.queue.put([job(key)])))
    kept.push(...keys.filter((_, index) => settled[index]!.status === 'fulfilled'))
    causes.push(...settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])))
  }
  expect(kept.length).toBeGreaterThan(0)
  for (const cause of causes) expect(cause).toBeInstanceOf(StoreUnavailable)
  // The full disk also refuses to lease jobs, so they are counted instead.
  expect(await store.queue.depth()).toEqual([{ queue: 'test', jobs: kept.length }])
})
