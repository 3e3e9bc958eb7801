import { describe, expect, test } from 'vitest'
import { type AuditEntry, type StaffAuditQuery, frequentReads } from '#db/ports/operator-store.ts'
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
        (await other.operators.auditOfStaff({ limit })).map(({ action }) => action)
      expect(await general(9)).toEqual(['logout', 'login'])
      // What is read often pushes nothing out of the list.
      expect(await general(1)).toEqual(['logout'])
    })

    test('returns entries of one operator or action, page by page', async () => {
      const store = await open()
      const general = (over: Partial<AuditEntry>) => entry({ orderId: null, action: 'login', ...over })
      await store.operators.audit(general({ at: noon }))
      await store.operators.audit(general({ at: noon + 1, operator: 'Ben' }))
      await store.operators.audit(general({ at: noon + 2, action: 'conversion-file', detail: 'a.csv' }))
      await store.operators.audit(general({ at: noon + 3, action: 'logout' }))
      await store.operators.audit(entry({ action: 'view-order', operator: 'Cora' }))
      const times = async (query: Omit<StaffAuditQuery, 'limit'>, limit = 9) =>
        (await store.operators.auditOfStaff({ ...query, limit })).map(({ at }) => at - noon)
      expect(await times({})).toEqual([3, 1, 0])
      expect(await times({ operator: 'Anna' })).toEqual([3, 0])
      expect(await times({ operator: 'Anna', action: 'logout' })).toEqual([3])
      // What is read often is left out unless it is requested.
      expect(await times({ action: 'conversion-file' })).toEqual([2])
      const [first] = await store.operators.auditOfStaff({ limit: 1 })
      expect(first).toEqual({
        id: expect.any(Number),
        at: noon + 3,
        operator: 'Anna',
        action: 'logout',
        detail: null,
      })
      expect(await times({ before: first!.id }, 1)).toEqual([1])
      expect(await store.operators.auditFilters(9)).toEqual({
        operators: ['Anna', 'Ben'],
        actions: ['conversion-file', 'login', 'logout'],
      })
      expect((await store.operators.auditFilters(1)).operators).toHaveLength(1)
    })

    test('counts refused attempts of an hour in one entry, from all processes', async () => {
      const [one, other] = await pair()
      const hour = 3600_000
      const refused = { operator: 'Anna', action: 'refused-wrong-password', hour: noon } as const
      await Promise.all(
        [one, other, one, other].map((store, index) =>
          store.operators.auditRefusals({ ...refused, at: noon + index, count: 10 ** index }),
        ),
      )
      await one.operators.auditRefusals({ ...refused, operator: 'Ben', at: noon + 9, count: 7 })
      await one.operators.auditRefusals({ ...refused, at: noon + hour, hour: noon + hour, count: 5 })
      const entries = await other.operators.auditOfStaff({ limit: 9 })
      expect(entries.map(({ operator, action, detail }) => `${operator} ${action} ${detail}`)).toEqual([
        'Anna refused-wrong-password 5',
        'Ben refused-wrong-password 7',
        'Anna refused-wrong-password 1111',
      ])
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
