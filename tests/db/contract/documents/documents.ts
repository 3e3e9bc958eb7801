import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { NewDocument } from '#db/ports/document-store.ts'
import type { Store } from '#db/ports/store.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, appendTo, day, newEvent, testStores } from '#tests/db/contract/setup.ts'
import { eventAt, expiry, orderedRun } from '#tests/db/contract/people/retention.ts'

function document(runId: string, over: Partial<NewDocument> = {}): NewDocument {
  const content = new TextEncoder().encode(`%PDF ${randomUUID()}`)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const key = { runId, kind: 'application' as const, version: 1 }
  return { ...key, sha256, pages: 2, template: 1, frozenAt: noon, content, ...over }
}

/** The content is copied, because a store may release it. */
const freeze = (store: Store, one: NewDocument) =>
  store.documents.freeze({ ...one, content: one.content.slice() })

const factsOf = ({ content, ...facts }: NewDocument) => ({ ...facts, bytes: content.length })
const bytesOf = (read: Uint8Array | undefined) => (read ? Buffer.from(read).toString() : undefined)
const kindsOf = async (store: Store, runId: string) =>
  (await store.documents.list(runId)).map(({ kind, version }) => `${kind} ${version}`)

async function order(store: Store, runId: string = randomUUID()) {
  await appendTo(store, orderedRun(runId))
  return runId
}

export function documentsContract(open: OpenStore) {
  const { store: openStore, pair } = testStores(open)

  describe('a frozen document', () => {
    test('keeps its bytes, whoever freezes it again', async () => {
      const [one, other] = await pair()
      const runId = await order(one)
      const first = document(runId)
      const frozen = await Promise.all([first, document(runId)].map((doc, i) => freeze(i ? other : one, doc)))
      expect(frozen[0]).toEqual(frozen[1])
      const [kept] = await other.documents.list(runId)
      expect(kept).toEqual(frozen[0])
      const read = bytesOf(await other.documents.read({ runId, kind: 'application', version: 1 }))
      expect(createHash('sha256').update(read!).digest('hex')).toBe(kept!.sha256)
      expect(await freeze(one, document(runId))).toEqual(kept)
    })

    test('is listed in the order of freezing, and missing ones are not found', async () => {
      const store = await openStore()
      const runId = await order(store)
      const later = document(runId, { version: 2, frozenAt: noon + 5 })
      const invoice = document(runId, { kind: 'invoice', frozenAt: noon + 1 })
      expect(await freeze(store, later)).toEqual(factsOf(later))
      await freeze(store, invoice)
      await freeze(store, document(runId))
      expect(await kindsOf(store, runId)).toEqual(['application 1', 'invoice 1', 'application 2'])
      expect(bytesOf(await store.documents.read(later))).toBe(bytesOf(later.content))
      expect(await store.documents.read({ runId, kind: 'letter', version: 1 })).toBeUndefined()
      await store.documents.remove(runId, 'application')
      expect(await kindsOf(store, runId)).toEqual(['invoice 1'])
    })

    test('has up to 8 MB', async () => {
      const store = await openStore()
      const runId = await order(store)
      const content = new Uint8Array(8 * 1024 * 1024).fill(37)
      const letter = document(runId, { kind: 'letter', content })
      expect(await freeze(store, letter)).toEqual(factsOf(letter))
      const read = await store.documents.read(letter)
      expect(Buffer.compare(Buffer.from(read!), Buffer.from(content))).toBe(0)
    })

    test('is gone after an erasure, and none is frozen for a run without an order', async () => {
      const store = await openStore()
      const runId = await order(store)
      await freeze(store, document(runId))
      await freeze(store, document(runId, { kind: 'invoice' }))
      const [erased] = await appendTo(store, [newEvent({ type: 'erased', runId })])
      await store.people.erase([{ runId, upTo: erased!.position }])
      expect(await store.documents.list(runId)).toEqual([])
      for (const kind of ['application', 'invoice'] as const) {
        expect(await freeze(store, document(runId, { kind }))).toBe('gone')
        expect(await freeze(store, document(randomUUID(), { kind }))).toBe('gone')
      }
    })

    test('of a paid order is gone after an erasure, except the invoice until its retention ends', async () => {
      const [store, other] = await pair()
      const runId = await order(store)
      await appendTo(store, [eventAt('paid', runId, noon)])
      await freeze(store, document(runId))
      const invoice = document(runId, { kind: 'invoice' })
      await freeze(store, invoice)
      const [erased] = await appendTo(store, [newEvent({ type: 'erased', runId, at: noon })])
      const erase = () => store.people.erase([{ runId, upTo: erased!.position }])
      expect(await erase()).toBe(2)
      expect(await erase()).toBe(0)
      expect(await kindsOf(other, runId)).toEqual(['invoice 1'])
      expect(bytesOf(await other.documents.read(invoice))).toBe(bytesOf(invoice.content))
      const [kept, ...others] = await other.vault.readPage(runId, 0)
      expect(kept).toMatchObject({ keptFor: 'invoice' })
      expect(Object.keys(kept!.personal.form!)).toEqual(['vorname', 'nachname', 'adresse'])
      expect(others).toEqual([])
      expect(await freeze(store, document(runId, { version: 2 }))).toBe('gone')
      await store.retention.expirePersonal({ ...expiry, now: noon + 4100 * day })
      expect(await kindsOf(store, runId)).toEqual([])
      expect(await store.vault.readPage(runId, 0)).toEqual([])
    })

    test('of an order that was placed after an erasure stays when the erasure is repeated', async () => {
      const store = await openStore()
      const runId = randomUUID()
      await appendTo(store, [newEvent({ runId, personal: { form: { vorname: 'Ada' } } })])
      const [erased] = await appendTo(store, [newEvent({ type: 'erased', runId })])
      const erase = () => store.people.erase([{ runId, upTo: erased!.position }])
      await erase()
      await order(store, runId)
      await freeze(store, document(runId))
      await freeze(store, document(runId, { kind: 'invoice' }))
      await erase()
      expect(await kindsOf(store, runId)).toEqual(['application 1', 'invoice 1'])
    })

    test('expires with the values of the order, but the invoice only with those for the invoice', async () => {
      const store = await openStore()
      const runId = await order(store)
      await appendTo(store, [eventAt('paid', runId, noon), eventAt('sent', runId, noon)])
      await freeze(store, document(runId))
      const invoice = document(runId, { kind: 'invoice' })
      await freeze(store, invoice)
      const expire = (now: number) => store.retention.expirePersonal({ ...expiry, now })
      await expire(noon + 89 * day)
      expect(await kindsOf(store, runId)).toHaveLength(2)
      await expire(noon + 91 * day)
      expect(await kindsOf(store, runId)).toEqual(['invoice 1'])
      expect(bytesOf(await store.documents.read(invoice))).toBe(bytesOf(invoice.content))
      const cancellation = document(runId, { kind: 'cancellation' })
      expect(await freeze(store, cancellation)).toEqual(factsOf(cancellation))
      expect(await freeze(store, document(runId))).toBe('gone')
      await expire(noon + 4100 * day)
      expect(await kindsOf(store, runId)).toEqual([])
    })
  })
}
