import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { NewHandover } from '#db/ports/handover-store.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, testStores, second } from './setup.ts'

const day = 24 * 3600 * second

const handover = (over: Partial<NewHandover> = {}): NewHandover => ({
  runId: randomUUID(),
  idHash: randomUUID(),
  ciphertext: Uint8Array.of(1, 2, 3),
  createdAt: noon,
  expiresAt: noon + day,
  ...over,
})

export function handoversContract(openStore: OpenStore) {
  const { store: openOne, pair } = testStores(openStore)

  describe('hand-overs', () => {
    test('are read by exactly one of several processes', async () => {
      const [one, other] = await pair()
      const made = handover()
      expect(await one.handovers.put(made, 9)).toBe('stored')
      expect(await other.handovers.find(made.runId, noon)).toEqual({
        isRead: false,
        expiresAt: noon + day,
      })
      const takers = [one, other, one, other].map(({ handovers }) => handovers.take(made.idHash, noon))
      const taken = await Promise.all(takers)
      expect(taken.map((found) => found?.runId)).toEqual(takers.map(() => made.runId))
      const contents = taken.flatMap((found) => found?.ciphertext ?? [])
      expect(contents.map((content) => [...content])).toEqual([[1, 2, 3]])
      expect(await other.handovers.find(made.runId, noon)).toMatchObject({ isRead: true })
    })

    test('of a run replace each other', async () => {
      const store = await openOne()
      const first = handover()
      const replacing = handover({ runId: first.runId, ciphertext: Uint8Array.of(9) })
      await store.handovers.put(first, 9)
      await store.handovers.put(replacing, 9)
      expect(await store.handovers.take(first.idHash, noon)).toBeUndefined()
      expect(await store.handovers.findRun(first.idHash, noon)).toBeUndefined()
      expect(await store.handovers.findRun(replacing.idHash, noon)).toBe(first.runId)
      expect([...(await store.handovers.take(replacing.idHash, noon))!.ciphertext!]).toEqual([9])
      expect(await store.handovers.put(handover({ runId: first.runId }), 9)).toBe('stored')
      expect(await store.handovers.find(first.runId, noon)).toMatchObject({ isRead: false })
    })

    test('are limited in number until they are read or expire', async () => {
      const store = await openOne()
      const [one, other] = [handover(), handover()]
      await store.handovers.put(one, 2)
      await store.handovers.put(other, 2)
      expect(await store.handovers.put(handover(), 2)).toBe('full')
      expect(await store.handovers.put({ ...one, idHash: randomUUID() }, 2)).toBe('stored')
      const later = { createdAt: noon + day, expiresAt: noon + 2 * day }
      expect(await store.handovers.put(handover(later), 2)).toBe('stored')
      await store.handovers.take(other.idHash, noon)
      expect(await store.handovers.put(handover(), 3)).toBe('stored')
    })

    test('end after their time, and can be removed before', async () => {
      const store = await openOne()
      const [kept, removed] = [handover(), handover()]
      await store.handovers.put(kept, 9)
      await store.handovers.put(removed, 9)
      await store.handovers.remove(removed.runId)
      expect(await store.handovers.find(removed.runId, noon)).toBeUndefined()
      expect(await store.handovers.take(removed.idHash, noon)).toBeUndefined()
      expect(await store.handovers.expire(noon + day - 1, 9)).toBe(0)
      expect(await store.handovers.find(kept.runId, noon + day)).toBeUndefined()
      expect(await store.handovers.take(kept.idHash, noon + day)).toBeUndefined()
      expect(await store.handovers.expire(noon + day, 9)).toBe(1)
    })

    test('of an erased run are removed', async () => {
      const store = await openOne()
      const made = handover()
      await store.handovers.put(made, 9)
      await store.people.erase([{ runId: made.runId, upTo: 1 }])
      expect(await store.handovers.find(made.runId, noon)).toBeUndefined()
    })
  })
}
