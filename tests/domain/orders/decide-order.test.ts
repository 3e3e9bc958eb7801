import { describe, expect, test } from 'vitest'
import {
  type PaymentReport,
  decideAmendment,
  decideCancellation,
  decideCheckout,
  decideFailure,
  decideHandOver,
  decideInvoice,
  decidePayment,
  decideRefund,
  decideSent,
  decideSubmission,
} from '#domain/orders/decide-order.ts'
import { maxAmendments } from '#domain/orders/amendment-limit.ts'
import { type Order, orderOf } from '#domain/orders/evolve-order.ts'
import { noon, storedEvent } from '#tests/build-events.ts'

const id = '0190a000-0000-7000-8000-00000000000a'
const day = 24 * 3600 * 1000
const complete = storedEvent('complete', { id, data: { orderNumber: 'FL-0123456789', priceCents: 4999 } })
const events = {
  paid: storedEvent('paid', { data: { orderId: id, paymentId: 'p1', amountCents: 4999 } }),
  declared: storedEvent('withdrawal_declared', { receivedAt: noon + 5 }),
  revoked: storedEvent('withdrawal_revoked'),
  withdrawn: storedEvent('withdrawn'),
  converted: storedEvent('converted'),
  declined: storedEvent('withdrawal_declined'),
  invoiced: storedEvent('invoiced'),
  submitted: storedEvent('submitted'),
  sent: storedEvent('sent'),
  failed: storedEvent('failed'),
  refunded: storedEvent('refunded'),
  credited: storedEvent('credited'),
}
const after = (...names: (keyof typeof events)[]): Order =>
  orderOf([complete, ...names.map((name) => events[name])])!
const append = (type: string, data: Record<string, unknown> = {}) => ({
  code: 'append',
  event: { type, data: { orderId: id, ...data } },
})

describe('a payment report', () => {
  const report: PaymentReport = { paymentId: 'p1', amountCents: 4999, status: 'paid' }
  const paid = append('paid', { paymentId: 'p1', amountCents: 4999 })
  const unchanged = { code: 'unchanged' }

  test.each([
    ['pays the order', after(), {}, paid],
    ['with one cent less', after(), { amountCents: 4998 }, { code: 'wrong-amount' }],
    ['with one cent more', after(), { amountCents: 5000 }, { code: 'wrong-amount' }],
    ['with euros instead of cents', after(), { amountCents: 49.99 }, { code: 'wrong-amount' }],
    ['with an unknown status', after(), { status: 'authorised' }, { code: 'unknown-status' }],
    ['with a status in another case', after(), { status: 'PAID' }, { code: 'unknown-status' }],
    [
      'with a status named like an inherited method',
      after(),
      { status: 'toString' },
      { code: 'unknown-status' },
    ],
    ['again', after('paid'), {}, unchanged],
    ['repeated with another amount', after('paid'), { amountCents: 1 }, { code: 'wrong-amount' }],
    ['of a second payment', after('paid'), { paymentId: 'p2' }, { code: 'paid-already' }],
    ['that fails after the order was paid', after('paid'), { status: 'failed' }, unchanged],
    ['while a withdrawal is declared', after('declared'), {}, paid],
    ['after the withdrawal', after('withdrawn'), {}, { code: 'withdrawn' }],
    ['again after the withdrawal', after('paid', 'withdrawn'), {}, unchanged],
    [
      'of another payment after the withdrawal',
      after('paid', 'withdrawn'),
      { paymentId: 'p2' },
      { code: 'withdrawn' },
    ],
  ])('%s', (_, order, over, decision) => {
    expect(decidePayment(order, { ...report, ...over })).toEqual(decision)
  })

  test.each(['refunded', 'chargeback'])('with the status %s needs the recorded payment', (status) => {
    const by = status === 'refunded' ? 'provider' : 'chargeback'
    const returned = append('refunded', { amountCents: 4999, by })
    expect(decidePayment(after('paid'), { ...report, status })).toEqual(returned)
    expect(decidePayment(after('paid', 'withdrawn'), { ...report, status })).toEqual(returned)
    expect(decidePayment(after('paid', 'refunded'), { ...report, status })).toEqual(unchanged)
    expect(decidePayment(after(), { ...report, status })).toEqual({ code: 'unknown-payment' })
    expect(decidePayment(after('paid'), { ...report, status, paymentId: 'p2' })).toEqual({
      code: 'unknown-payment',
    })
    for (const amountCents of [5000, 4998, 1, 0])
      expect(decidePayment(after('paid'), { ...report, status, amountCents })).toEqual({
        code: 'wrong-amount',
      })
  })

  test.each(['pending', 'failed', 'canceled'])('with the status %s changes nothing', (status) => {
    expect(decidePayment(after(), { ...report, status })).toEqual(unchanged)
    expect(decidePayment(after(), { ...report, status, amountCents: 1 })).toEqual(unchanged)
  })
})

describe('going to the payment page', () => {
  const unpaid = 30 * day

  test.each([
    ['converts the order', after(), noon, append('converted')],
    ['again converts nothing', after('converted'), noon, { code: 'converted-already' }],
    ['of a paid order', after('paid'), noon, { code: 'paid-already' }],
    ['of a converted, paid order', after('converted', 'paid'), noon, { code: 'paid-already' }],
    ['of an order declared withdrawn', after('declared'), noon, { code: 'withdrawal-declared' }],
    ['after the withdrawal was revoked', after('declared', 'revoked'), noon, append('converted')],
    ['of a withdrawn order', after('withdrawn'), noon, { code: 'withdrawn' }],
    ['1 ms before it expires', after(), noon + unpaid - 1, append('converted')],
    ['as soon as it has expired', after(), noon + unpaid, { code: 'expired' }],
    ['of a paid order that would have expired', after('paid'), noon + unpaid, { code: 'paid-already' }],
  ])('%s', (_, order, now, decision) => {
    expect(decideCheckout(order, unpaid, now)).toEqual(decision)
  })
})

describe('the letter', () => {
  const submission = { letterId: 'letter', submitAfterMs: 1000, now: noon + 1000 }

  test.each([
    [
      'of a paid order is submitted when it is due',
      after('paid'),
      {},
      append('submitted', { letterId: 'letter' }),
    ],
    ['is not submitted before it is due', after('paid'), { now: noon + 999 }, { code: 'not-due' }],
    ['of an unpaid order is not submitted', after(), {}, { code: 'ordered' }],
    ['is not submitted twice', after('paid', 'submitted'), {}, { code: 'submitted' }],
    [
      'is not submitted while a withdrawal is pending',
      after('paid', 'declared'),
      {},
      { code: 'withdrawal_declared' },
    ],
    ['of a withdrawn order is not submitted', after('paid', 'withdrawn'), {}, { code: 'withdrawn' }],
    ['of a refunded order is not submitted', after('paid', 'refunded'), {}, { code: 'refunded' }],
  ])('%s', (_, order, over, decision) => {
    expect(decideSubmission(order, { ...submission, ...over })).toEqual(decision)
  })

  test.each([
    ['is sent', after('paid', 'submitted'), append('sent', { by: 'letter-service' })],
    [
      'is sent although the order was withdrawn',
      after('paid', 'submitted', 'withdrawn'),
      append('sent', { by: 'letter-service' }),
    ],
    ['is sent once', after('paid', 'submitted', 'sent'), { code: 'sent' }],
    ['is not sent after a failure', after('paid', 'submitted', 'failed'), { code: 'failed' }],
    ['is not sent before it is submitted', after('paid'), { code: 'not-submitted' }],
  ])('%s', (_, order, decision) => {
    expect(decideSent(order, { by: 'letter-service' })).toEqual(decision)
  })

  test.each([
    ['2026-11-19', 'wrong-day'],
    ['2026-11-20', 'append'],
    ['2026-11-22', 'append'],
    ['2026-11-23', 'wrong-day'],
  ])('posted on %s, of an order paid on the 20th and reported on the 22nd: %s', (on, code) => {
    const posted = { on, now: noon + 2 * day }
    expect(decideSent(after('paid', 'submitted'), { by: 'operator', posted }).code).toBe(code)
  })

  test.each([
    ['2026-11-20', '2026-11-20T22:59:59.999Z'],
    ['2026-11-22', '2026-11-22T10:00:00.000Z'],
  ])('counts as posted at the end of %s, but not after the report', (postedOn, time) => {
    const sent = storedEvent('sent', {
      receivedAt: noon + 2 * day,
      data: { orderId: id, by: 'operator', postedOn },
    })
    const order = orderOf([complete, events.paid, events.submitted, sent])!
    expect(new Date(order.sentAt!).toISOString()).toBe(time)
  })

  test.each([
    [
      'fails after it was sent',
      after('paid', 'submitted', 'sent'),
      'letter-service',
      append('failed', { by: 'letter-service', reason: 'r' }),
    ],
    ['fails once', after('paid', 'submitted', 'failed'), 'letter-service', { code: 'failed' }],
    [
      'cannot fail at the letter service before it is submitted',
      after('paid'),
      'letter-service',
      { code: 'not-submitted' },
    ],
    [
      'can be given up by an operator before it is submitted',
      after('paid'),
      'operator',
      append('failed', { by: 'operator', reason: 'r' }),
    ],
    ['of an unpaid order cannot fail', after(), 'operator', { code: 'not-paid' }],
    [
      'of a withdrawn order cannot fail',
      after('paid', 'submitted', 'withdrawn'),
      'letter-service',
      { code: 'closed' },
    ],
  ] as const)('%s', (_, order, by, decision) => {
    expect(decideFailure(order, { by, reason: 'r' })).toEqual(decision)
  })
})

describe('a hand-over that has happened', () => {
  test.each([
    ['of the first letter', after('paid'), append('submitted', { letterId: 'again' })],
    ['of an unpaid order', after(), { code: 'not-paid' }],
    ['of a letter that was not taken out', after('paid', 'submitted'), { code: 'handed-over' }],
    [
      'of a letter that was taken out by a declaration',
      after('paid', 'submitted', 'declared', 'revoked'),
      append('submitted', { letterId: 'again' }),
    ],
    [
      'of a letter that was posted before it was taken out',
      after('paid', 'submitted', 'declared', 'sent', 'revoked'),
      { code: 'handed-over' },
    ],
  ])('%s', (_, order, decision) => {
    expect(decideHandOver(order, 'again')).toEqual(decision)
  })

  test('is recorded once under the same id', () => {
    expect(decideHandOver(after('paid', 'submitted', 'declared', 'revoked'), 'letter')).toEqual({
      code: 'handed-over',
    })
  })
})

describe('money is returned', () => {
  const refunded = append('refunded', { amountCents: 4999, by: 'operator' })

  test.each([
    ['after a failure', after('paid', 'submitted', 'failed'), refunded],
    ['after a withdrawal', after('paid', 'withdrawn'), refunded],
    ['once', after('paid', 'withdrawn', 'refunded'), { code: 'refunded' }],
    ['only if it is due', after('paid'), { code: 'not-due' }],
    ['only if something was paid', after('withdrawn'), { code: 'not-paid' }],
  ])('%s', (_, order, decision) => {
    expect(decideRefund(order)).toEqual(decision)
  })
})

describe('an invoice', () => {
  test('is issued once, after the payment', () => {
    expect(decideInvoice(after('paid'), '2026-000001')).toEqual(append('invoiced', { number: '2026-000001' }))
    expect(decideInvoice(after(), '2026-000001')).toEqual({ code: 'not-paid' })
    expect(decideInvoice(after('paid', 'invoiced'), '2026-000002')).toEqual({ code: 'invoiced-already' })
    expect(decideInvoice(after('paid', 'withdrawn'), '2026-000001')).toEqual({ code: 'closed' })
  })

  test('is canceled once, after the refund', () => {
    const number = 'S2026-000001'
    expect(decideCancellation(after('paid', 'invoiced', 'withdrawn', 'refunded'), number)).toEqual(
      append('credited', { number }),
    )
    expect(decideCancellation(after('paid', 'invoiced', 'withdrawn'), number)).toEqual({
      code: 'not-refunded',
    })
    expect(decideCancellation(after('paid', 'withdrawn', 'refunded'), number)).toEqual({
      code: 'not-invoiced',
    })
    expect(
      decideCancellation(after('paid', 'invoiced', 'withdrawn', 'refunded', 'credited'), number),
    ).toEqual({ code: 'canceled-already' })
  })
})

test('the values of an order can be changed until its letter is submitted', () => {
  expect(decideAmendment(after())).toEqual(append('amended'))
  expect(decideAmendment(after('paid', 'invoiced'))).toEqual(append('amended'))
  expect(decideAmendment(after('paid', 'submitted'))).toEqual({ code: 'submitted' })
  expect(decideAmendment(after('paid', 'declared'))).toEqual({ code: 'withdrawal_declared' })
})

test('the values of an order can be changed a limited number of times', () => {
  const amended = { ...after('paid'), amendments: maxAmendments }
  expect(decideAmendment({ ...amended, amendments: maxAmendments - 1 })).toEqual(append('amended'))
  expect(decideAmendment(amended)).toEqual({ code: 'too-many' })
  expect(decideAmendment({ ...amended, status: 'sent' })).toEqual({ code: 'sent' })
})
