import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type OpenStore, appendTo, testStores, newEvent } from '#tests/db/contract/setup.ts'

export function vaultContract(open: OpenStore) {
  const { store: openStore } = testStores(open)

  describe('the vault', () => {
    const form = {
      vorname: 'Łucja',
      adresse: { strasse: 'Hauptstraße', hausnummer: '12a' },
      dokumente: ['a', 'b'],
      eigeneDaten: true,
    }

    test('returns the personal values of a run by event', async () => {
      const store = await openStore()
      const runId = randomUUID()
      await appendTo(store, [
        newEvent({ runId, type: 'start', personal: { clickIds: { gclid: 'x"y' } } }),
        newEvent({ runId: randomUUID(), personal: { form: { vorname: 'Ada' } } }),
        newEvent({ runId }),
        newEvent({ runId, personal: { form, clickIds: { fbclid: 'z' } } }),
      ])
      expect(await store.vault.read(runId)).toEqual([
        { position: 1, personal: { clickIds: { gclid: 'x"y' } } },
        { position: 4, personal: { form, clickIds: { fbclid: 'z' } } },
      ])
    })

    test('returns the values up to an event', async () => {
      const store = await openStore()
      const runId = randomUUID()
      const step = (vorname: string) => newEvent({ runId, personal: { form: { vorname } } })
      await appendTo(store, [step('A'), newEvent({ runId }), step('B')])
      expect(await store.vault.read(runId, 2)).toEqual([
        { position: 1, personal: { form: { vorname: 'A' } } },
      ])
      expect(await store.vault.read(runId, 0)).toEqual([])
    })

    test('returns the values up to an event together with all events of the run', async () => {
      const store = await openStore()
      const runId = randomUUID()
      const step = (vorname: string) => newEvent({ runId, personal: { form: { vorname } } })
      await appendTo(store, [step('A'), newEvent(), newEvent({ runId }), step('B')])
      expect(await store.vault.readWithEvents(runId, 3)).toEqual({
        personal: [{ position: 1, personal: { form: { vorname: 'A' } } }],
        events: await store.log.readRun(runId),
      })
      expect(await store.vault.readWithEvents(randomUUID(), 3)).toEqual({ personal: [], events: [] })
    })

    test('returns the values and events of several runs that are read at the same time', async () => {
      const store = await openStore()
      const [one, other] = [randomUUID(), randomUUID()]
      await appendTo(store, [named(one, 'A'), named(other, 'B'), named(one, 'C'), newEvent({ runId: other })])
      const read = (runId: string, upTo: number) => store.vault.readWithEvents(runId, upTo)
      const found = await Promise.all([read(one, 3), read(other, 4), read(one, 1), read(randomUUID(), 4)])
      expect(found.map(({ personal }) => personal.map((value) => value.personal.form?.['vorname']))).toEqual([
        ['A', 'C'],
        ['B'],
        ['A'],
        [],
      ])
      expect(found.map(({ events }) => events.map(({ position }) => position))).toEqual([
        [1, 3],
        [2, 4],
        [1, 3],
        [],
      ])
    })

    test('returns the values of a single event of a run', async () => {
      const store = await openStore()
      const runId = randomUUID()
      const step = (vorname: string) => newEvent({ runId, personal: { form: { vorname } } })
      await appendTo(store, [step('A'), newEvent({ runId }), step('B')])
      expect(await store.vault.readAt(runId, 3)).toEqual({
        position: 3,
        personal: { form: { vorname: 'B' } },
      })
      expect(await store.vault.readAt(runId, 2)).toBeUndefined()
      expect(await store.vault.readAt(randomUUID(), 3)).toBeUndefined()
    })

    test('is empty for a run without values', async () => {
      const store = await openStore()
      const event = newEvent()
      await appendTo(store, [event])
      expect(await store.vault.read(event.runId)).toEqual([])
    })

    test('stores nothing for a duplicate, and the log gets no personal values', async () => {
      const store = await openStore()
      const runId = randomUUID()
      const first = newEvent({ runId, fingerprint: 'a', personal: { form: { vorname: 'Erste' } } })
      await appendTo(store, [
        first,
        newEvent({ runId, fingerprint: 'a', personal: { form: { vorname: 'Zweite' } } }),
      ])
      await appendTo(store, [{ ...first, personal: { form: { vorname: 'Dritte' } } }])
      expect(await store.vault.read(runId)).toEqual([
        { position: 1, personal: { form: { vorname: 'Erste' } } },
      ])
      expect(JSON.stringify(await store.log.read(0, 10))).not.toContain('Erste')
    })
  })
}

/** Returns an event with a first name as its personal value. */
const named = (runId: string, vorname: string) => newEvent({ runId, personal: { form: { vorname } } })
