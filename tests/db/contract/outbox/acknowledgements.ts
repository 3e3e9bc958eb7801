import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import { type LimitedKind, limitedDays, slotRecipient } from '#domain/orders/acknowledgement-limits.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, testStores } from '#tests/db/contract/setup.ts'

const minute = 60_000
const hour = 60 * minute
const midnight = Date.parse('2026-11-21T00:00:00+01:00')
const day = 24 * hour

interface Reservation {
  now?: number
  id?: string
  kind?: LimitedKind
}

const reserve = (
  store: Store,
  recipient: string,
  { now = noon, id = randomUUID(), kind = 'acknowledgement' }: Reservation = {},
) => {
  const recipients = limitedDays(now).map((one) => slotRecipient(kind, `${recipient} on ${one}`))
  return store.acknowledgements.reserve({ id, kind, recipients, now })
}

export function acknowledgementsContract(open: OpenStore) {
  const { store: openStore, pair } = testStores(open)

  describe('acknowledgements', () => {
    test('are limited to two per recipient and day; later ones wait for a day with a free slot', async () => {
      const store = await openStore()
      expect(await reserve(store, 'a')).toBeUndefined()
      expect(await reserve(store, 'a')).toBeUndefined()
      expect(await reserve(store, 'a', { id: 'third' })).toBe(midnight)
      expect(await reserve(store, 'b')).toBeUndefined()
      expect(await reserve(store, 'a', { now: midnight - 1 })).toBe(midnight)
      expect(await reserve(store, 'a', { now: midnight - 1 })).toBe(midnight + day)
      expect(await reserve(store, 'a', { now: midnight - 1, id: 'third' })).toBe(midnight)
      expect(await reserve(store, 'a', { now: midnight, id: 'third' })).toBeUndefined()
      expect(await reserve(store, 'a', { now: midnight })).toBe(midnight + day)
    })

    test('with the same id use one slot, however often they are requested', async () => {
      const store = await openStore()
      for (let i = 0; i < 5; i += 1) expect(await reserve(store, 'a', { id: 'same' })).toBeUndefined()
      expect(await reserve(store, 'a')).toBeUndefined()
      expect(await reserve(store, 'a')).toBe(midnight)
    })

    test('are limited to sixty an hour over all recipients, and those that wait get different slots', async () => {
      const store = await openStore()
      for (let i = 0; i < 60; i += 1)
        expect(await reserve(store, `${i}`, { now: noon + i * 1000 })).toBeUndefined()
      const now = noon + minute
      const waiting = Array.from({ length: 130 }, (_, i) => ({ now, id: `waiting ${i}` }))
      const until: (number | undefined)[] = []
      for (const one of waiting) until.push(await reserve(store, one.id, one))
      expect(until).toEqual(waiting.map((_, i) => noon + (1 + Math.floor(i / 60)) * hour + (i % 60) * 1000))
      expect(await reserve(store, 'waiting 0', { now: noon + hour - 1, id: 'waiting 0' })).toBe(noon + hour)
      expect(await reserve(store, 'waiting 0', { now: noon + hour, id: 'waiting 0' })).toBeUndefined()
      // `waiting 1` was not sent in its slot. Four hours later, it may be sent immediately, in another free slot.
      const late = noon + 5 * hour
      expect(await reserve(store, 'waiting 1', { now: late, id: 'waiting 1' })).toBeUndefined()
    })

    test('are not sent all at once after an outage', async () => {
      const store = await openStore()
      const ids = Array.from({ length: 150 }, (_, i) => `${i}`)
      for (const id of ids) await reserve(store, id, { id })
      const sent: unknown[] = []
      for (const id of ids) sent.push(await reserve(store, id, { id, now: noon + 5 * hour }))
      expect(sent.filter((until) => until === undefined)).toHaveLength(60)
    })

    test('are limited separately from the notices about withdrawals, five of each kind per address and day', async () => {
      const store = await openStore()
      for (const kind of ['declared', 'withdrawn'] as const) {
        for (let i = 0; i < 5; i += 1) expect(await reserve(store, 'a', { kind })).toBeUndefined()
        expect(await reserve(store, 'a', { kind })).toBe(midnight)
        for (let i = 0; i < 80; i += 1) expect(await reserve(store, `${i}`, { kind })).toBeUndefined()
      }
      expect(await reserve(store, 'a')).toBeUndefined()
    })

    test('are limited separately from reminders and notices to previous addresses', async () => {
      const store = await openStore()
      for (const kind of ['reminder', 'address-changed'] as const) {
        for (let i = 0; i < 2; i += 1) expect(await reserve(store, 'a', { kind })).toBeUndefined()
        expect(await reserve(store, 'a', { kind })).toBe(midnight)
      }
      for (let i = 0; i < 80; i += 1)
        expect(await reserve(store, `${i}`, { kind: 'reminder' })).toBeUndefined()
      // Two of the sixty slots of this hour are reserved for `a`.
      for (let i = 0; i < 58; i += 1)
        expect(await reserve(store, `${i}`, { kind: 'address-changed' })).toBeUndefined()
      expect(await reserve(store, 'b', { kind: 'address-changed' })).toBe(noon + hour)
      expect(await reserve(store, 'a')).toBeUndefined()
    })

    test('are forgotten two days after their slot', async () => {
      const store = await openStore()
      for (let i = 0; i < 3; i += 1) await reserve(store, 'a')
      expect(await store.acknowledgements.expire(noon + 2 * day)).toBe(0)
      expect(await store.acknowledgements.expire(noon + 2 * day + 1)).toBe(2)
      expect(await store.acknowledgements.expire(midnight + 2 * day + 1)).toBe(1)
    })

    test('are counted across all processes, even if their clocks differ', async () => {
      const stores = await pair()
      const reserved = await Promise.all(
        Array.from({ length: 10 }, (_, i) => reserve(stores[i % 2]!, 'a', { now: noon + (i % 2) * 5000 })),
      )
      expect(reserved.filter((until) => until === undefined)).toHaveLength(2)
    })
  })
}
