import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Store } from '#db/store.ts'
import { findOrder } from '#service/orders/find-order.ts'
import { recordConversion } from '#service/orders/record-conversion.ts'
import { takePayment } from '#service/orders/take-payment.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, appendTo, fresh, newEvent } from './setup.ts'

/** What two processes do with one order at the same time; the rules are those of the service. */
export function ordersContract(open: OpenStore) {
  const { pair } = fresh(open)

  async function ordered() {
    const stores = await pair()
    const runId = randomUUID()
    const complete = newEvent({ runId }, 'complete')
    await appendTo(stores[0], [newEvent({ runId }, 'start'), complete])
    return {
      stores,
      orderId: complete.id,
      types: async () => (await stores[1].log.readRun(runId)).map(({ type }) => type),
    }
  }
  const report = { paymentId: 'pay_1', amountCents: 4999, status: 'paid' }

  describe('an order', () => {
    test('is converted once, by whichever process it leaves for its payment', async () => {
      const { stores, orderId, types } = await ordered()
      const leave = async ({ log }: Store) => recordConversion(log, (await findOrder(log, orderId))!, noon)
      // Both have read the order before either of them appends.
      const found = await Promise.all(stores.map(({ log }) => findOrder(log, orderId)))
      const first = await Promise.all(
        stores.map(({ log }, nr) => recordConversion(log, found[nr]!, noon + nr)),
      )
      expect(first.filter(Boolean)).toHaveLength(1)
      expect(await Promise.all(stores.map(leave))).toEqual([false, false])
      expect(await types()).toEqual(['start', 'complete', 'converted'])
    })

    test('is paid once, however many processes the same callback reaches', async () => {
      const { stores, orderId, types } = await ordered()
      const pay = ({ log }: Store) => takePayment(log, orderId, report, noon)
      const outcomes = await Promise.all([...stores, ...stores].map(pay))
      expect(outcomes.filter((outcome) => 'changed' in outcome && outcome.changed)).toHaveLength(1)
      expect(outcomes.filter((outcome) => 'refused' in outcome)).toEqual([])
      const [one] = stores
      expect(await takePayment(one.log, orderId, { ...report, paymentId: 'pay_2' }, noon)).toMatchObject({
        refused: 'paid-already',
      })
      expect(await types()).toEqual(['start', 'complete', 'paid'])
    })
  })
}
