import { describe, expect, test } from 'vitest'
import { type AuditEntry, frequentReads } from '#db/ports/operator-store.ts'
import type { OrderRow } from '#db/ports/projection-store.ts'
import { type LimitedKind, limitedDays, slotRecipient } from '#domain/orders/acknowledgement-limits.ts'
import type { Store } from '#db/ports/store.ts'
import { noon } from '#tests/build-events.ts'
import { order } from '#tests/db/contract/reports/projections.ts'
import { type OpenStore, appendTo, day, newEvent, projectionCommit, testStores } from './setup.ts'

const entry = (over: Partial<AuditEntry> = {}): AuditEntry => ({
  at: noon,
  operator: 'Anna',
  action: 'view-order',
  orderId: 'o1',
  detail: null,
  ...over,
})

/** Message about the first frozen document of an order. */
const emailMessage = {
  destination: 'mail',
  position: 1,
  runId: 'r1',
  eventType: 'prepared',
  sequence: 1,
  messageId: 'a',
} as const

const orders = (rows: Partial<OrderRow>[]) =>
  projectionCommit({ to: 1, orders: rows.map((row, at) => ({ ...order, orderId: `o${at}`, ...row })) })

/** Reserves slots for e-mails to one recipient. */
const fill = (store: Store, kind: LimitedKind, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, nr) => {
      const recipients = limitedDays(noon).map((one) => slotRecipient(kind, `a on ${one}`))
      return store.acknowledgements.reserve({ id: `${kind} ${nr}`, kind, recipients, now: noon })
    }),
  )

export function operatorsContract(openStore: OpenStore) {
  const { store: open, pair } = testStores(openStore)

  describe('the queue of the operators', () => {
    test('lists the orders with a kind of work, those with the oldest order first, and counts them all', async () => {
      const store = await open()
      await store.projections.commit(
        orders([
          { work: 'send', at: noon + 2 },
          { work: 'refund' },
          { work: null },
          { work: 'send', at: noon },
          { work: 'send', at: noon + 1 },
        ]),
      )
      const sends = await store.operators.work({ work: 'send', limit: 2 })
      expect(sends.map(({ orderId }) => orderId)).toEqual(['o3', 'o4'])
      expect(sends[0]).toEqual({
        orderId: 'o3',
        number: 'FL-1',
        runId: 'r1',
        funnel: 'anmeldung',
        at: noon,
        priceCents: 4999,
        status: 'ordered',
      })
      expect(await store.operators.work({ work: 'decide', limit: 2 })).toEqual([])
      const counted = await store.operators.countWork()
      expect(counted.toSorted((a, b) => a.count - b.count)).toEqual([
        { work: 'refund', count: 1 },
        { work: 'send', count: 3 },
      ])
    })

    test('lists the most expensive orders first, which are the VIP orders', async () => {
      const store = await open()
      const late = { work: 'send', at: noon + 9, priceCents: 7999 } as const
      await store.projections.commit(orders([{ work: 'send' }, late, { ...late, at: noon + 8 }]))
      const sends = await store.operators.work({ work: 'send', limit: 9 })
      expect(sends.map(({ orderId }) => orderId)).toEqual(['o2', 'o1', 'o0'])
    })

    test('no longer lists an order whose work is done', async () => {
      const store = await open()
      await store.projections.commit(orders([{ work: 'send' }]))
      await store.projections.commit({ ...orders([{ work: null, status: 'sent' }]), from: 1, to: 2 })
      expect(await store.operators.work({ work: 'send', limit: 9 })).toEqual([])
      expect(await store.operators.countWork()).toEqual([])
    })
  })

  describe('the e-mails that are held back', () => {
    test('are counted by kind while they wait for their slot', async () => {
      const store = await open()
      await fill(store, 'acknowledgement', 3)
      await fill(store, 'address-changed', 4)
      await fill(store, 'declared', 5)
      const held = (await store.operators.heldBack(noon)).toSorted((a, b) => a.count - b.count)
      expect(held).toEqual([
        { kind: 'acknowledgement', count: 1 },
        { kind: 'address-changed', count: 2 },
      ])
      expect(await store.operators.heldBack(noon + 3 * day)).toEqual([])
    })

    test('are order confirmations that are postponed for more than an hour, without an attempt', async () => {
      const store = await open()
      const message = { ...emailMessage, dueAt: noon + 2 * 3600_000 }
      const messages = [
        message,
        { ...message, position: 2, messageId: 'b', dueAt: noon },
        { ...message, position: 3, messageId: 'c', eventType: 'complete' },
      ]
      const runIds = messages.map(({ runId }) => runId)
      await appendTo(
        store,
        runIds.map((runId) => newEvent({ runId })),
      )
      await store.projections.commit(projectionCommit({ to: 3, messages }))
      expect(await store.operators.heldBack(noon)).toEqual([{ kind: 'confirmation', count: 1 }])
      expect(await store.operators.heldBack(noon + 2 * 3600_000)).toEqual([])
    })
  })

  describe('the audit', () => {
    test('returns what operators did with an order to every process, newest first', async () => {
      const [one, other] = await pair()
      await one.operators.audit(entry())
      await one.operators.audit(entry({ action: 'search', orderId: null }))
      await one.operators.audit(entry({ at: noon + 1, action: 'refunded', detail: '4999' }))
      expect(await other.operators.auditOf('o1', 9)).toEqual([
        entry({ at: noon + 1, action: 'refunded', detail: '4999' }),
        entry(),
      ])
      expect(await other.operators.auditOf('o1', 1)).toHaveLength(1)
      expect(await other.operators.auditOf('o2', 9)).toEqual([])
      await one.operators.audit(entry({ at: noon + 2, action: 'login', orderId: null }))
      await one.operators.audit(entry({ at: noon + 3, action: 'logout', orderId: null }))
      for (const action of frequentReads) await one.operators.audit(entry({ action, orderId: null }))
      const general = async (limit: number) =>
        (await other.operators.auditOfStaff(limit)).map(({ action }) => action)
      expect(await general(9)).toEqual(['logout', 'login'])
      // What is read often pushes nothing out of the list.
      expect(await general(1)).toEqual(['logout'])
    })

    test('returns who printed a letter last, and leaves out refused prints', async () => {
      const store = await open()
      const print = { action: 'print-letter' } as const
      await store.operators.audit(entry(print))
      await store.operators.audit(entry({ action: 'print', at: noon + 1, operator: 'Ben' }))
      await store.operators.audit(entry({ ...print, at: noon + 2, detail: 'refused not-submitted' }))
      await store.operators.audit(entry({ ...print, orderId: 'o2' }))
      await store.operators.audit(entry({ orderId: 'o3' }))
      expect(await store.operators.printed(['o1', 'o3'])).toEqual([
        { orderId: 'o1', at: noon + 1, operator: 'Ben' },
      ])
      expect(await store.operators.printed([])).toEqual([])
    })

    test('removes the oldest entries, at most as many as allowed', async () => {
      const store = await open()
      for (const at of [3, 1, 2, 4]) await store.operators.audit(entry({ at }))
      expect(await store.operators.expireAudit(4, 2)).toBe(2)
      expect((await store.operators.auditOf('o1', 9)).map(({ at }) => at)).toEqual([4, 3])
      expect(await store.operators.expireAudit(4, 2)).toBe(1)
      expect(await store.operators.expireAudit(4, 2)).toBe(0)
    })
  })
}
