import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '#db/ports/event-log.ts'
import type { Expired, Expiry } from '#db/ports/person-store.ts'
import type { Store } from '#db/ports/store.ts'
import { anmeldungForm, noon } from '#tests/build-events.ts'
import { type OpenStore, appendTo, day, testStores, newEvent } from '#tests/db/contract/setup.ts'
import { uploadTo } from '#tests/db/contract/uploads/uploads.ts'

/** Settings for retention tests, with a different period for each class of run. */
export const expiry: Omit<Expiry, 'now'> = {
  by: 'values',
  after: 0,
  limit: 100,
  periods: { drafts: 30 * day, unpaid: 40 * day, fulfilled: 90 * day, invoices: { years: 10 } },
  orderPrefix: 'order:',
}

const invoice = {
  vorname: anmeldungForm.vorname,
  nachname: anmeldungForm.nachname,
  adresse: anmeldungForm.adresse,
}

/** Returns an event with personal values. */
export const personalEvent = (runId: string, over: Partial<NewEvent> = {}) =>
  newEvent({ runId, personal: { form: { vorname: 'Łucja', email: 'lucja@example.org' } }, ...over })

/** Returns the events of a run that consists of a step and an order. They have two rows in the vault. */
export function orderedRun(runId: string, at = noon): NewEvent[] {
  const personal = { form: anmeldungForm, clickIds: { gclid: 'click' } }
  return [
    personalEvent(runId, { at }),
    newEvent({ type: 'complete', runId, at, personal, once: `order:${runId}` }),
  ]
}

/** Returns an event without personal values. */
export const eventAt = (type: 'paid' | 'sent' | 'withdrawn' | 'lapsed', runId: string, at: number) =>
  newEvent({ type, runId, at })

const paidAndSent = (runId: string, at: number) => [eventAt('paid', runId, at), eventAt('sent', runId, at)]

/** Returns an order without personal values. */
const withoutValues = (runId: string, at = noon) =>
  newEvent({ type: 'complete', runId, at, once: `order:${runId}` })

const expire = (store: Store, now: number, over: Partial<Expiry> = {}) =>
  store.retention.expirePersonal({ ...expiry, now, ...over })

const formsOf = async (store: Store, runId: string) =>
  (await store.vault.readPage(runId, 0)).map(({ personal }) => personal.form)

/**
 * Runs a complete round of retention in the order of the service: first for personal values, then for uploads. Returns
 * the results of all steps.
 */
async function round(store: Store, now: number): Promise<Expired[]> {
  const steps: Expired[] = []
  for (const by of ['values', 'uploads'] as const)
    for (let after: number | null = 0; after !== null; after = steps.at(-1)!.next)
      steps.push(await expire(store, now, { by, after }))
  return steps
}

export function retentionContract(open: OpenStore) {
  const { store: openStore, pair } = testStores(open)

  describe('the retention of a run', () => {
    test('without an order ends after the visitor’s last event, regardless of later service events', async () => {
      const store = await openStore()
      const [silent, back] = [randomUUID(), randomUUID()]
      await appendTo(store, [
        personalEvent(silent),
        personalEvent(back),
        newEvent({ runId: back, type: 'abandon', at: noon + day }),
        eventAt('lapsed', silent, noon + 20 * day),
      ])
      expect(await expire(store, noon + 30 * day - 1)).toMatchObject({ expired: 0, next: null })
      expect(await expire(store, noon + 30 * day)).toMatchObject({ expired: 1 })
      expect(await formsOf(store, silent)).toEqual([])
      expect(await formsOf(store, back)).toHaveLength(1)
      expect(await expire(store, noon + 31 * day)).toMatchObject({ expired: 1 })
      expect(await formsOf(store, back)).toEqual([])
    })

    test('with an unpaid order ends completely, after a separate period', async () => {
      const store = await openStore()
      const runId = randomUUID()
      await appendTo(store, orderedRun(runId))
      await round(store, noon + 40 * day - 1)
      expect(await formsOf(store, runId)).toHaveLength(2)
      await round(store, noon + 40 * day)
      expect(await formsOf(store, runId)).toEqual([])
      expect(await store.people.findRuns('lucja@example.org')).toEqual([])
    })

    test('with a paid order keeps the invoice’s values until ten years after the end of its year', async () => {
      const [store, other] = await pair()
      const runId = randomUUID()
      await appendTo(store, [...orderedRun(runId), ...paidAndSent(runId, noon + day)])
      await round(store, noon + 91 * day - 1)
      expect(await formsOf(store, runId)).toHaveLength(2)
      await round(store, noon + 91 * day)
      expect(await other.vault.readPage(runId, 0)).toEqual([
        { position: 2, personal: { form: invoice }, keptFor: 'invoice' },
      ])
      // `read` does not return values that are kept only for the invoice, because messages, payment pages and
      // conversions are composed from its result.
      expect(await other.vault.read(runId)).toEqual([])
      expect(await other.people.findRuns('lucja@example.org')).toEqual([])
      const lastDay = Date.parse('2036-12-31T22:59:59.999Z')
      expect((await round(store, lastDay)).every(({ expired }) => expired === 0)).toBe(true)
      expect(await formsOf(store, runId)).toEqual([invoice])
      await round(store, lastDay + 1)
      expect(await formsOf(store, runId)).toEqual([])
    })

    test('restarts with a withdrawal, and ends completely if nothing was paid before', async () => {
      const store = await openStore()
      const [paid, unpaid] = [randomUUID(), randomUUID()]
      await appendTo(store, [
        ...orderedRun(paid),
        ...orderedRun(unpaid),
        eventAt('paid', paid, noon),
        eventAt('withdrawn', paid, noon + 10 * day),
        eventAt('withdrawn', unpaid, noon + 10 * day),
      ])
      await round(store, noon + 100 * day - 1)
      expect(await formsOf(store, paid)).toHaveLength(2)
      expect(await formsOf(store, unpaid)).toHaveLength(2)
      await round(store, noon + 100 * day)
      expect(await formsOf(store, paid)).toEqual([invoice])
      expect(await formsOf(store, unpaid)).toEqual([])
    })

    test('keeps the billed person, who is the customer if the payer is deceased', async () => {
      const store = await openStore()
      const runId = randomUUID()
      const adresse = anmeldungForm.adresse
      const billed = {
        bestaetigungVorname: 'Eva',
        bestaetigungNachname: 'Probe',
        bestaetigungAdresse: adresse,
      }
      const form = {
        vorname: 'Otto',
        nachname: 'Probe',
        adresse,
        ...billed,
        firma: 'Probe GmbH',
        email: 'a@b.de',
      }
      const facts = { abmeldegrund: 'verstorben' }
      const order = { runId, funnel: 'abmeldung', facts, personal: { form }, once: `order:${runId}` }
      await appendTo(store, [newEvent({ type: 'complete', ...order }), ...paidAndSent(runId, noon)])
      await round(store, noon + 90 * day)
      expect(await formsOf(store, runId)).toEqual([{ ...billed, firma: 'Probe GmbH' }])
    })

    test('removes values added to a reduced order, and changes nothing when repeated', async () => {
      const store = await openStore()
      const runId = randomUUID()
      await appendTo(store, [...orderedRun(runId), ...paidAndSent(runId, noon)])
      await round(store, noon + 90 * day)
      await appendTo(store, [personalEvent(runId, { type: 'abandon', at: noon + 100 * day })])
      const file = await uploadTo(store, { runId, createdAt: noon + 100 * day })
      await store.uploads.keep([file.id], noon)
      await round(store, noon + 300 * day)
      expect(await formsOf(store, runId)).toEqual([invoice])
      expect(await store.uploads.list(runId)).toEqual([])
      expect((await round(store, noon + 301 * day)).map(({ expired }) => expired)).toEqual([0, 0])
    })

    test('removes the uploads of an order that has no personal values', async () => {
      const store = await openStore()
      const [draft, unpaid, paid, young] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
      await appendTo(store, [
        newEvent({ type: 'start', runId: draft }),
        withoutValues(unpaid),
        withoutValues(paid),
        withoutValues(young, noon + 60 * day),
        ...paidAndSent(paid, noon),
      ])
      for (const runId of [draft, unpaid, paid, young])
        await store.uploads.keep([(await uploadTo(store, { runId })).id], noon)
      const left = async () =>
        Promise.all(
          [draft, unpaid, paid, young].map(async (runId) => (await store.uploads.list(runId)).length),
        )
      await round(store, noon + 30 * day - 1)
      expect(await left()).toEqual([1, 1, 1, 1])
      await round(store, noon + 40 * day)
      expect(await left()).toEqual([0, 0, 1, 1])
      await round(store, noon + 90 * day)
      expect(await left()).toEqual([0, 0, 0, 1])
    })

    test('removes uploads with the values of their run, including kept ones', async () => {
      const store = await openStore()
      const [silent, back] = [randomUUID(), randomUUID()]
      await appendTo(store, [
        personalEvent(silent),
        personalEvent(back),
        newEvent({ runId: back, at: noon + 1 }),
      ])
      const expired = await uploadTo(store, { runId: silent, createdAt: noon + 20 * day })
      await store.uploads.keep([expired.id], noon)
      const there = await uploadTo(store, { runId: back })
      await expire(store, noon + 30 * day)
      expect(await store.uploads.find(expired.id)).toBeUndefined()
      expect(await store.uploads.find(there.id)).toBeDefined()
    })
  })

  describe('a step of retention', () => {
    test('continues where the previous one stopped, and ends at the first row that is too recent', async () => {
      const store = await openStore()
      const runIds = Array.from({ length: 5 }, () => randomUUID())
      await appendTo(
        store,
        runIds.map((runId, index) => personalEvent(runId, { at: noon + (index < 2 ? 0 : 20 * day) })),
      )
      const now = noon + 30 * day
      expect(await expire(store, now, { limit: 2 })).toEqual({ expired: 2, unreadable: [], next: 2 })
      expect(await expire(store, now, { limit: 2, after: 2 })).toEqual({
        expired: 0,
        unreadable: [],
        next: null,
      })
      expect(await formsOf(store, runIds[2]!)).toHaveLength(1)
    })

    test('skips any number of rows of a run that is not due', async () => {
      const store = await openStore()
      const [order, draft] = [randomUUID(), randomUUID()]
      const rows = Array.from({ length: 25 }, () => personalEvent(order))
      await appendTo(store, [
        ...rows,
        ...orderedRun(order),
        ...paidAndSent(order, noon),
        personalEvent(draft),
      ])
      const steps: Expired[] = []
      for (let after: number | null = 0; after !== null; after = steps.at(-1)!.next)
        steps.push(await expire(store, noon + 40 * day, { limit: 10, after }))
      expect(steps.map(({ expired }) => expired)).toEqual([0, 0, 1])
      expect(await formsOf(store, draft)).toEqual([])
    })

    test('removes a run with very many rows in parts, together with other runs', async () => {
      const store = await openStore()
      const [huge, other] = [randomUUID(), randomUUID()]
      await appendTo(store, [personalEvent(other), ...Array.from({ length: 250 }, () => personalEvent(huge))])
      const now = noon + 30 * day
      expect(await expire(store, now, { limit: 5 })).toEqual({ expired: 101, unreadable: [], next: 0 })
      expect(await formsOf(store, other)).toEqual([])
      // The first step has removed 100 rows of the run and destroyed its key. The other rows can no longer be
      // decrypted.
      expect(await formsOf(store, huge)).toEqual([])
      const steps = await round(store, now)
      expect(steps.reduce((sum, { expired }) => sum + expired, 0)).toBe(150)
      expect(await formsOf(store, huge)).toEqual([])
    })

    test('reports and skips an order whose values cannot be read', async () => {
      const store = await openStore()
      const [broken, order, draft] = [randomUUID(), randomUUID(), randomUUID()]
      await appendTo(store, [
        newEvent({ type: 'complete', runId: broken, once: `order:${broken}` }),
        ...paidAndSent(broken, noon),
        ...orderedRun(order),
        ...paidAndSent(order, noon),
        personalEvent(draft),
      ])
      await store.copy.import('personal_data', [[1, broken, 'order', new Uint8Array(60)]])
      expect(await expire(store, noon + 90 * day)).toEqual({ expired: 3, unreadable: [broken], next: null })
      expect(await formsOf(store, order)).toEqual([invoice])
      expect(await formsOf(store, draft)).toEqual([])
    })

    test('removes rejected events, the oldest first', async () => {
      const store = await openStore()
      const rejected = [noon - 2, noon - 1, noon, noon + 1].map((receivedAt) => {
        return { receivedAt, type: 'step', funnel: null, issues: [] }
      })
      await appendTo(store, [], { rejected })
      expect(await store.retention.expireRejected(noon, 2)).toBe(2)
      expect(await store.retention.expireRejected(noon, 2)).toBe(1)
      expect(await store.retention.expireRejected(noon, 2)).toBe(0)
    })
  })
}
