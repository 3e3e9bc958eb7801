import { expect, test } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import { temporaryStores } from '#tests/db/sqlite/temporary-folder.ts'

const { open } = temporaryStores()

const message = (messageId: string) =>
  ({
    destination: 'mail',
    messageId,
    content: Buffer.from('sealed'),
    createdAt: 0,
    nextAttemptAt: 0,
    attempts: 0,
  }) as const

/** Makes a call that fails, because a message without `attempts` violates a constraint. */
const fails = (store: Store) =>
  store.outbox.enqueue([{ ...message('broken'), attempts: null as unknown as number }])

async function keysIn(store: Store): Promise<string[]> {
  return (await store.outbox.list({ limit: 10_000 })).map(({ messageId }) => messageId).toSorted()
}

test('a failing call rolls back only its own changes, not those of calls in the same commit', async () => {
  const store = await open()
  // All calls are sent at the same time. The first one runs; the others wait for it and then share a commit.
  const settled = await Promise.allSettled([
    store.outbox.enqueue([message('a')]),
    store.outbox.enqueue([message('b')]),
    fails(store),
    store.outbox.enqueue([message('c')]),
  ])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await keysIn(store)).toEqual(['a', 'b', 'c'])
})

test('calls of other kinds keep their order among those that share a commit', async () => {
  const store = await open()
  const [, , head, , claimed] = await Promise.all([
    store.outbox.enqueue([message('before')]),
    store.outbox.enqueue([message('also before')]),
    store.projections.begin(),
    store.outbox.enqueue([message('after')]),
    store.outbox.claimDue({ destination: 'mail', now: 1, leaseMs: 1000, limit: 10 }),
  ])
  expect(head).toBeGreaterThan(0)
  expect(claimed.map(({ messageId }) => messageId).toSorted()).toEqual(['after', 'also before', 'before'])
})

test('on a full disk exactly the acknowledged calls are kept', async () => {
  const store = await open({ maxPages: 110 })
  const kept: string[] = []
  const causes: unknown[] = []
  for (let round = 0; causes.length === 0; round++) {
    const keys = Array.from({ length: 20 }, (_, index) => `${round}-${index}-${'x'.repeat(2000)}`)
    const settled = await Promise.allSettled(keys.map((key) => store.outbox.enqueue([message(key)])))
    kept.push(...keys.filter((_, index) => settled[index]!.status === 'fulfilled'))
    causes.push(...settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : [])))
  }
  expect(kept.length).toBeGreaterThan(0)
  for (const cause of causes) expect(cause).toBeInstanceOf(StoreUnavailable)
  expect((await keysIn(store)).length).toBe(kept.length)
})
