import { describe, expect, test } from 'vitest'
import { type Order, type PaymentReport, decidePayment, orderOf, paymentStatuses } from '#domain/order.ts'
import { storedEvent } from '#tests/build-events.ts'

const complete = storedEvent('complete', {
  id: '0190a000-0000-7000-8000-00000000000a',
  data: { orderNumber: 'FL-0123456789', priceCents: 4999 },
})
const paid = storedEvent('paid', { data: { orderId: complete.id, paymentId: 'p1', amountCents: 4999 } })
const otherPaid = storedEvent('paid', { data: { orderId: complete.id, paymentId: 'p2', amountCents: 4999 } })
const withdrawn = storedEvent('withdrawn', { data: { orderId: complete.id } })

const ordered: Order = {
  id: complete.id,
  number: 'FL-0123456789',
  runId: complete.runId,
  funnel: 'anmeldung',
  priceCents: 4999,
  status: 'ordered',
  paymentId: null,
}

describe('the order of a run', () => {
  test.each([
    ['nothing', [], undefined],
    [
      'a run without an order',
      [storedEvent('start'), storedEvent('step'), storedEvent('abandon')],
      undefined,
    ],
    ['paid without an order', [paid], undefined],
    ['an order', [storedEvent('start'), complete], ordered],
    ['what a visitor does after it', [complete, storedEvent('abandon'), storedEvent('lapsed')], ordered],
    [
      'a second complete',
      [complete, storedEvent('complete', { data: { orderNumber: 'FL-2', priceCents: 1 } })],
      ordered,
    ],
    ['paid', [complete, paid], { ...ordered, status: 'paid', paymentId: 'p1' }],
    ['paid twice', [complete, paid, otherPaid], { ...ordered, status: 'paid', paymentId: 'p1' }],
    ['withdrawn', [complete, withdrawn], { ...ordered, status: 'withdrawn' }],
    [
      'withdrawn after paid',
      [complete, paid, withdrawn],
      { ...ordered, status: 'withdrawn', paymentId: 'p1' },
    ],
    [
      'both at the same moment',
      [complete, withdrawn, paid],
      { ...ordered, status: 'withdrawn', paymentId: 'p1' },
    ],
    ['erased', [complete, paid, storedEvent('erased')], { ...ordered, status: 'paid', paymentId: 'p1' }],
  ])('%s', (_, events, order) => {
    expect(orderOf(events)).toEqual(order)
  })
})

describe('a payment report', () => {
  const report: PaymentReport = { paymentId: 'p1', amountCents: 4999, status: 'paid' }
  const paidOrder = orderOf([complete, paid])
  const withdrawnOrder = orderOf([complete, withdrawn])
  const refundable = orderOf([complete, paid, withdrawn])
  const nothing = { events: [] }

  test.each([
    ['pays the order', ordered, {}, { events: [{ type: 'paid', data: paid.data }] }],
    ['for no order', undefined, {}, { refused: 'unknown-order' }],
    ['of a cent less', ordered, { amountCents: 4998 }, { refused: 'wrong-amount' }],
    ['of a cent more', ordered, { amountCents: 5000 }, { refused: 'wrong-amount' }],
    ['in euros instead of cents', ordered, { amountCents: 49.99 }, { refused: 'wrong-amount' }],
    ['of a status nobody knows', ordered, { status: 'authorised' }, { refused: 'unknown-status' }],
    ['of a status in other letters', ordered, { status: 'PAID' }, { refused: 'unknown-status' }],
    ['of a status named like a method', ordered, { status: 'toString' }, { refused: 'unknown-status' }],
    ['again', paidOrder, {}, nothing],
    ['again with another amount', paidOrder, { amountCents: 1 }, { refused: 'wrong-amount' }],
    ['of a second payment', paidOrder, { paymentId: 'p2' }, { refused: 'paid-already' }],
    ['that fails after the order was paid', paidOrder, { status: 'failed' }, nothing],
    ['after the withdrawal', withdrawnOrder, {}, { refused: 'withdrawn' }],
    ['again after the withdrawal', refundable, {}, nothing],
    ['of another payment after the withdrawal', refundable, { paymentId: 'p2' }, { refused: 'withdrawn' }],
  ])('%s', (_, order, over, decision) => {
    expect(decidePayment(order, { ...report, ...over })).toEqual(decision)
  })

  test.each(paymentStatuses.filter((status) => status !== 'paid'))(
    'that it is %s changes nothing',
    (status) => {
      expect(decidePayment(ordered, { ...report, status })).toEqual(nothing)
      expect(decidePayment(ordered, { ...report, status, amountCents: 1 })).toEqual(nothing)
    },
  )

  test('decided once makes the order paid, and deciding again adds nothing', () => {
    const decision = decidePayment(ordered, report)
    if ('refused' in decision) throw new Error(decision.refused)
    const log = [complete, ...decision.events.map(({ type, data }) => storedEvent(type, { data }))]
    expect(orderOf(log)?.status).toBe('paid')
    expect(decidePayment(orderOf(log), report)).toEqual(nothing)
  })
})
