import { describe, expect, test } from 'vitest'
import type { NewSession } from '#db/ports/staff/session-store.ts'
import type { Store } from '#db/ports/store.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, testStores, second } from './setup.ts'

const hour = 3600 * second

const session = (id: string, over: Partial<NewSession> = {}): NewSession => ({
  id,
  subject: 'REPORTS_PASSWORD',
  role: 'marketer',
  credential: 'fingerprint',
  createdAt: noon,
  expiresAt: noon + 12 * hour,
  ...over,
})

const find = ({ sessions }: Store, id: string, over: { credential?: string; now?: number } = {}) =>
  sessions.find({ id, credential: 'fingerprint', now: noon, ...over })

/** Returns those of the ids whose sessions are open. */
async function open(store: Store, ids: readonly string[]): Promise<string[]> {
  const found = await Promise.all(ids.map((id) => find(store, id)))
  return ids.filter((_, index) => found[index])
}

export function sessionsContract(openStore: OpenStore) {
  const { store: openOne, pair } = testStores(openStore)

  describe('sessions', () => {
    test('of one process are found by another, with subject and role', async () => {
      const [one, other] = await pair()
      await one.sessions.begin(session('a'), 9)
      expect(await find(other, 'a')).toEqual({
        subject: 'REPORTS_PASSWORD',
        role: 'marketer',
        createdAt: noon,
        expiresAt: noon + 12 * hour,
        lastUsedAt: noon,
      })
      expect(await find(other, 'b')).toBeUndefined()
    })

    test('end for every process at once, and only once', async () => {
      const [one, other] = await pair()
      await one.sessions.begin(session('a'), 9)
      await one.sessions.begin(session('b'), 9)
      expect(await other.sessions.end('a')).toBe(true)
      expect(await one.sessions.end('a')).toBe(false)
      expect(await open(one, ['a', 'b'])).toEqual(['b'])
    })

    test('end at their time', async () => {
      const store = await openOne()
      await store.sessions.begin(session('a'), 9)
      expect(await find(store, 'a', { now: noon + 12 * hour - 1 })).toBeDefined()
      expect(await find(store, 'a', { now: noon + 12 * hour })).toBeUndefined()
    })

    test('are found only with the credential that opened them', async () => {
      const [one, other] = await pair()
      await one.sessions.begin(session('a', { credential: 'before' }), 9)
      await one.sessions.begin(session('b'), 9)
      await one.sessions.begin(session('c', { credential: 'before', subject: 'Anna', role: 'operator' }), 9)
      expect(await find(other, 'a')).toBeUndefined()
      expect(await find(other, 'a', { credential: 'before' })).toBeDefined()
      expect(await other.sessions.endOthers('marketer', 'fingerprint')).toBe(1)
      expect(await find(one, 'a', { credential: 'before' })).toBeUndefined()
      expect(await find(one, 'c', { credential: 'before' })).toBeDefined()
      expect(await open(one, ['b'])).toEqual(['b'])
    })

    test('over the limit of a role replace the least recently used ones', async () => {
      const store = await openOne()
      for (const id of ['a', 'b', 'c']) await store.sessions.begin(session(id), 3)
      await store.sessions.begin(session('x', { subject: 'Anna', role: 'operator' }), 3)
      await store.sessions.touch('a', noon + 2 * hour)
      await store.sessions.touch('b', noon + hour)
      // A process whose clock is slow may report a use that is earlier than the recorded use. Such a report is ignored.
      await store.sessions.touch('a', noon)
      expect(await find(store, 'a')).toMatchObject({ lastUsedAt: noon + 2 * hour })
      await store.sessions.begin(session('d', { createdAt: noon + 3 * hour }), 3)
      expect(await open(store, ['a', 'b', 'c', 'd', 'x'])).toEqual(['a', 'b', 'd', 'x'])
    })

    test('stay within the limit when many begin at the same time in two processes', async () => {
      const [one, other] = await pair()
      const ids = Array.from({ length: 20 }, (_, index) => `id ${index}`)
      await Promise.all(ids.map((id, index) => [one, other][index % 2]!.sessions.begin(session(id), 5)))
      expect(await open(one, ids)).toHaveLength(5)
    })

    test('that expired are removed by the next login', async () => {
      const store = await openOne()
      await store.sessions.begin(session('a', { expiresAt: noon + hour }), 9)
      await store.sessions.begin(session('b', { createdAt: noon + hour }), 9)
      // The login of `b` removed the expired session `a`. `open` searches as of `noon`, like a process whose clock is
      // slow.
      expect(await open(store, ['a', 'b'])).toEqual(['b'])
    })
  })
}
