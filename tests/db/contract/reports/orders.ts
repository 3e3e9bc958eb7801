import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import { orderKey } from '#domain/log/once-keys.ts'
import { defaultPeriods } from '#domain/retention/default-periods.ts'
import { decideHandOver, decideSent } from '#domain/orders/decide-order.ts'
import type { OrderStatus } from '#domain/orders/evolve-order.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { excludeRun } from '#service/projections/exclude-run.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { findOrder } from '#service/orders/find-order.ts'
import { recordConversion } from '#service/orders/record-conversion.ts'
import { recordPayment } from '#service/orders/record-payment.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, appendTo, testStores, newEvent } from '#tests/db/contract/setup.ts'

/** Tests commands that two processes run for the same order at the same time. */
export function ordersContract(open: OpenStore) {
  const { pair } = testStores(open)

  async function ordered() {
    const stores = await pair()
    const runId = randomUUID()
    const complete = newEvent({ runId, once: orderKey(runId) }, 'complete')
    await appendTo(stores[0], [newEvent({ runId }, 'start'), complete])
    return {
      stores,
      runId,
      orderId: complete.id,
      types: async () => (await stores[1].log.readRun(runId)).map(({ type }) => type),
    }
  }
  const report = { paymentId: 'pay_1', amountCents: 4999, status: 'paid' }

  describe('an order', () => {
    test('is converted once, even if two processes redirect it to its payment', async () => {
      const { stores, orderId, types } = await ordered()
      const times = { unpaid: defaultPeriods.unpaid, now: noon }
      const leave = async ({ log }: Store) => recordConversion(log, (await findOrder(log, orderId))!, times)
      // Both processes read the order before either of them appends an event.
      const found = await Promise.all(stores.map(({ log }) => findOrder(log, orderId)))
      const first = await Promise.all(
        stores.map(({ log }, nr) => recordConversion(log, found[nr]!, { ...times, now: noon + nr })),
      )
      const codes = first.map(({ code }) => code).toSorted()
      expect(codes).toEqual(['changed', 'converted-already'])
      const later = await Promise.all(stores.map(leave))
      expect(later.map(({ code }) => code)).toEqual(['converted-already', 'converted-already'])
      expect(await types()).toEqual(['start', 'complete', 'converted'])
    })

    test('is paid once, even if the same callback reaches several processes', async () => {
      const { stores, orderId, types } = await ordered()
      const pay = ({ log }: Store) => recordPayment(log, orderId, report, noon)
      const outcomes = await Promise.all([...stores, ...stores].map(pay))
      const codes = outcomes.map(({ code }) => code).toSorted()
      expect(codes).toEqual(['changed', 'unchanged', 'unchanged', 'unchanged'])
      const [one] = stores
      expect(await recordPayment(one.log, orderId, { ...report, paymentId: 'pay_2' }, noon)).toMatchObject({
        code: 'paid-already',
      })
      expect(await types()).toEqual(['start', 'complete', 'paid'])
    })

    test('is listed by its status, and counts as unsent from its payment until it is sent', async () => {
      const { stores, orderId } = await ordered()
      const [{ log, projections }] = stores
      const project = async () => {
        while (
          (await projectNext(stores[0], await projections.live(), { size: 9, now: noon })).kind !== 'idle'
        );
      }
      const listed = async (status: OrderStatus, after?: string) =>
        (await projections.ordersInStatus(status, 9, after)).map((one) => one.orderId)
      await project()
      expect([await listed('ordered'), await listed('paid')]).toEqual([[orderId], []])
      expect(await projections.oldestUnsent()).toBeUndefined()

      await recordPayment(log, orderId, report, noon + 5)
      await project()
      expect([await listed('ordered'), await listed('paid')]).toEqual([[], [orderId]])
      expect(await listed('paid', orderId)).toEqual([])
      expect(await projections.oldestUnsent()).toBe(noon + 5)

      await changeOrder(log, orderId, (order) => decideHandOver(order, 'letter-1'), { now: noon + 6 })
      await project()
      expect(await listed('submitted')).toEqual([orderId])
      expect(await projections.oldestUnsent()).toBe(noon + 5)

      await changeOrder(log, orderId, (order) => decideSent(order, { by: 'operator' }), { now: noon + 7 })
      await project()
      expect(await listed('submitted')).toEqual([])
      expect(await projections.oldestUnsent()).toBeUndefined()
    })

    test('of an excluded run stays work of the operators, and counts as unsent until it is sent', async () => {
      const { stores, orderId, runId } = await ordered()
      const [store] = stores
      const { log, projections, operators } = store
      const listed = async () => (await operators.excludedWork(9)).map((one) => one.orderId)
      while ((await projectNext(store, await projections.live(), { size: 9, now: noon })).kind !== 'idle');
      await excludeRun(store, { runId, at: noon, by: 'operator', reason: 'test' })
      expect(await listed()).toEqual([])
      expect(await projections.oldestUnsent()).toBeUndefined()

      await recordPayment(log, orderId, report, noon + 5)
      expect(await listed()).toEqual([orderId])
      expect(await projections.oldestUnsent()).toBe(noon + 5)

      await changeOrder(log, orderId, (order) => decideHandOver(order, 'letter-1'), { now: noon + 6 })
      expect(await listed()).toEqual([orderId])
      await changeOrder(log, orderId, (order) => decideSent(order, { by: 'operator' }), { now: noon + 7 })
      expect(await listed()).toEqual([])
      expect(await projections.oldestUnsent()).toBeUndefined()
    })
  })
}
