import { describe, expect, test } from 'vitest'
import {
  type Declaration,
  type PaymentReport,
  decideAnswer,
  decideCheckout,
  decideDeadline,
  decideDeclaration,
  decideOperatorRevocation,
  decideOperatorWithdrawal,
  decidePayment,
  objectionPeriod,
  paymentStatuses,
} from '#domain/orders/decide-order.ts'
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

  test.each(paymentStatuses.filter((status) => status !== 'paid'))(
    'with the status %s changes nothing',
    (status) => {
      expect(decidePayment(after(), { ...report, status })).toEqual(unchanged)
      expect(decidePayment(after(), { ...report, status, amountCents: 1 })).toEqual(unchanged)
    },
  )
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

describe('a declaration of withdrawal', () => {
  const declaration: Declaration = { statement: 's1', receivedAt: noon, concludedAt: noon, proven: false }
  const declared = append('withdrawal_declared', { statement: 's1' })
  const withdrawn = append('withdrawn', { by: 'declaration', statement: 's1' })
  const proven = { proven: true }

  test.each([
    ['pauses the order', after(), {}, declared],
    ['pauses a paid order', after('paid'), {}, declared],
    ['is final with the secret', after(), proven, withdrawn],
    ['is final with the secret while another is pending', after('declared'), proven, withdrawn],
    ['is final with the secret after an objection', after('declared', 'revoked'), proven, withdrawn],
    ['while another is pending', after('declared'), {}, { code: 'declared-before' }],
    ['after an objection', after('declared', 'revoked'), {}, { code: 'objected-before' }],
    ['of a withdrawn order', after('withdrawn'), {}, { code: 'withdrawn-before' }],
    ['of a withdrawn order with the secret', after('withdrawn'), proven, { code: 'withdrawn-before' }],
    // The order was placed on 20 November 2026, so the 14 days end on 4 December, a Friday.
    ['on the last day', after(), { receivedAt: Date.parse('2026-12-04T22:59:59Z') }, declared],
    ['a day late', after(), { receivedAt: Date.parse('2026-12-04T23:00:00Z') }, { code: 'late' }],
    [
      'one day late with the secret',
      after(),
      { ...proven, receivedAt: Date.parse('2026-12-04T23:00:00Z') },
      { code: 'late' },
    ],
  ])('%s', (_, order, over, decision) => {
    expect(decideDeclaration(order, { ...declaration, ...over })).toEqual(decision)
  })
})

describe('a pending declaration is ended by', () => {
  const decide = {
    confirmation: (order: Order) => decideAnswer(order, 'confirmation'),
    objection: (order: Order) => decideAnswer(order, 'objection'),
    operator: decideOperatorRevocation,
    deadline: (order: Order) => decideDeadline(order, noon + 5 + objectionPeriod),
  }

  test.each([
    ['confirmation', append('withdrawn', { by: 'confirmation' })],
    ['objection', append('withdrawal_revoked', { by: 'objection' })],
    ['operator', append('withdrawal_revoked', { by: 'operator' })],
    ['deadline', append('withdrawn', { by: 'deadline' })],
  ] as const)('%s', (name, decision) => {
    expect(decide[name](after('declared'))).toEqual(decision)
    expect(decide[name](after('paid', 'declared'))).toEqual(decision)
    expect(decide[name](after())).toEqual({ code: 'none' })
    expect(decide[name](after('declared', 'revoked'))).toEqual({ code: 'revoked' })
    expect(decide[name](after('declared', 'withdrawn'))).toEqual({ code: 'withdrawn' })
  })

  test('the deadline, but not 1 ms earlier', () => {
    expect(decideDeadline(after('declared'), noon + 4 + objectionPeriod)).toEqual({ code: 'not-due' })
  })
})

test.each([after(), after('paid'), after('declared'), after('declared', 'revoked')])(
  'an operator can withdraw an order at any time, but only once: %#',
  (order) => {
    expect(decideOperatorWithdrawal(order)).toEqual(append('withdrawn', { by: 'operator' }))
    expect(decideOperatorWithdrawal({ ...order, withdrawal: 'withdrawn' })).toEqual({ code: 'withdrawn' })
  },
)
