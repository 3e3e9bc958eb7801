import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { outboxStates } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, testStores, second } from '#tests/db/contract/setup.ts'

const destination = 'mail'
const leaseMs = 30 * second
const content = Buffer.from('sealed')
const attempt = { number: 1, startedAt: noon, durationMs: 1, status: 250, error: null }

async function enqueue(store: Store, messageId: string = randomUUID(), nextAttemptAt = noon) {
  const message = { messageId, content, createdAt: noon, nextAttemptAt, attempts: 0 }
  await store.outbox.enqueue([{ destination, ...message }])
  return messageId
}
const claim = (store: Store, now = noon) => store.outbox.claimDue({ destination, now, leaseMs, limit: 9 })
const states = async (store: Store) =>
  (await store.outbox.list({ destination, limit: 9 })).map(({ state }) => state)

/** Tests messages whose content is stored in the outbox, such as e-mails. */
export function contentsContract(open: OpenStore) {
  const { store: openStore, pair } = testStores(open)

  describe('messages with content', () => {
    test('are claimed with their content, and all at once because they belong to no run', async () => {
      const store = await openStore()
      const ids = [await enqueue(store), await enqueue(store)]
      const rows = await claim(store)
      expect(rows.map(({ messageId }) => messageId)).toEqual(ids)
      expect(rows.map((row) => Buffer.from(row.content!).toString())).toEqual(['sealed', 'sealed'])
      expect(rows[0]).toMatchObject({ position: null, runId: null, eventType: null, sequence: null })
      expect(await claim(store)).toEqual([])
    })

    test('are claimed by only one of two processes', async () => {
      const [one, other] = await pair()
      for (let i = 0; i < 4; i += 1) await enqueue(one)
      const claimed = (await Promise.all([claim(one), claim(other)])).flat()
      expect(new Set(claimed.map(({ id }) => id)).size).toBe(4)
      expect(claimed).toHaveLength(4)
    })

    test('are enqueued once per id, even after they were delivered', async () => {
      const store = await openStore()
      const messageId = await enqueue(store)
      await enqueue(store, messageId)
      const [row] = await claim(store)
      await store.outbox.finish(row!, attempt, { state: 'delivered' })
      await enqueue(store, messageId)
      expect(await states(store)).toEqual(['delivered'])
      expect(await claim(store)).toEqual([])
    })

    test('are enqueued again after they were discarded', async () => {
      const store = await openStore()
      const messageId = await enqueue(store)
      const [row] = await claim(store)
      await store.outbox.finish(row!, attempt, { state: 'discarded' })
      expect(await claim(store)).toEqual([])
      await enqueue(store, messageId)
      expect(await claim(store)).toMatchObject([{ messageId, attempts: 0, content: expect.anything() }])
    })

    test('lose their content when they are delivered, and cannot be sent again', async () => {
      const store = await openStore()
      await enqueue(store)
      const [row] = await claim(store)
      expect(await store.outbox.contents(destination, 0, 9)).toHaveLength(1)
      await store.outbox.finish(row!, attempt, { state: 'delivered' })
      expect(await store.outbox.contents(destination, 0, 9)).toEqual([])
      expect(await store.outbox.retry({ id: row!.id }, noon)).toBe(0)
    })

    test('keep their content when they are undeliverable, and can be sent again', async () => {
      const store = await openStore()
      await enqueue(store)
      const [row] = await claim(store)
      await store.outbox.finish(row!, attempt, { state: 'dead' })
      expect(await claim(store)).toEqual([])
      expect(await store.outbox.retry({ dead: destination }, noon)).toBe(1)
      expect(await claim(store)).toMatchObject([{ id: row!.id, attempts: 0, content: expect.anything() }])
    })

    test('are read page by page with their content', async () => {
      const store = await openStore()
      const ids = [await enqueue(store), await enqueue(store), await enqueue(store)]
      const first = await store.outbox.contents(destination, 0, 2)
      const rest = await store.outbox.contents(destination, first.at(-1)!.id, 2)
      expect([...first, ...rest].map(({ messageId }) => messageId)).toEqual(ids)
      expect(await store.outbox.contents('withdrawals', 0, 2)).toEqual([])
    })

    test('can be made due only while they wait for their first attempt', async () => {
      const store = await openStore()
      const messageId = await enqueue(store, randomUUID(), noon + 60 * second)
      await store.outbox.makeDue([messageId], noon)
      const [row] = await claim(store)
      expect(row).toMatchObject({ messageId })
      await store.outbox.finish(row!, attempt, { state: 'pending', nextAttemptAt: noon + 60 * second })
      await store.outbox.makeDue([messageId], noon)
      expect(await claim(store)).toEqual([])
    })

    test('are removed with their attempts, even while they are in flight', async () => {
      const store = await openStore()
      const messageId = await enqueue(store)
      const kept = await enqueue(store)
      const [row] = await claim(store)
      await store.outbox.finish(row!, attempt, { state: 'pending', nextAttemptAt: noon })
      await claim(store)
      await store.outbox.remove([messageId])
      await store.outbox.finish(row!, { ...attempt, number: 2 }, { state: 'pending', nextAttemptAt: noon })
      const left = await store.outbox.list({ limit: 9 })
      expect(left.map((one) => one.messageId)).toEqual([kept])
      expect(await store.outbox.countByState()).toEqual([{ destination, state: 'pending', count: 1 }])
    })

    test('expire by age and state', async () => {
      const store = await openStore()
      for (let i = 0; i < 3; i += 1) await enqueue(store)
      const [row] = await claim(store)
      await store.outbox.finish(row!, attempt, { state: 'dead' })
      const expiry = { destination, states: outboxStates, until: noon, limit: 9 } as const
      expect(await store.outbox.expire(expiry)).toEqual([])
      const later = { ...expiry, until: noon + 1 }
      expect(await store.outbox.expire({ ...later, states: ['dead'] })).toEqual([
        { id: row!.id, state: 'dead' },
      ])
      expect(await store.outbox.expire({ ...later, limit: 1 })).toHaveLength(1)
      expect(await states(store)).toEqual(['pending'])
    })
  })
}
