import { describe, expect, test } from 'vitest'
import {
  type Declaration,
  decideAnswer,
  decideDeadline,
  decideDeclaration,
  decideDecline,
  decideOperatorRevocation,
  decideOperatorWithdrawal,
  declineReasons,
  objectionPeriod,
} from '#domain/orders/decide-withdrawal.ts'
import { type Order, orderOf } from '#domain/orders/evolve-order.ts'
import { noon, storedEvent } from '#tests/build-events.ts'

const id = '0190a000-0000-7000-8000-00000000000a'
const day = 24 * 3600 * 1000
const complete = storedEvent('complete', { id, data: { orderNumber: 'FL-0123456789', priceCents: 4999 } })
const declaredAt = noon + 5
/** The declaration is recorded some time after it was received. */
const declaredBy = (data: object) =>
  storedEvent('withdrawal_declared', {
    receivedAt: noon + 90_000,
    data: { orderId: id, statement: 's0', declaredAt, ...data },
  })
const events = {
  paid: storedEvent('paid', { data: { orderId: id, paymentId: 'p1', amountCents: 4999 } }),
  declared: declaredBy({}),
  late: declaredBy({ lateAfter: '2026-11-19' }),
  revoked: storedEvent('withdrawal_revoked'),
  withdrawn: storedEvent('withdrawn'),
  declined: storedEvent('withdrawal_declined'),
  submitted: storedEvent('submitted'),
  sent: storedEvent('sent', { receivedAt: noon + 4 }),
  sentLater: storedEvent('sent', { receivedAt: noon + 6 }),
  refunded: storedEvent('refunded'),
}
const after = (...names: (keyof typeof events)[]): Order =>
  orderOf([complete, ...names.map((name) => events[name])])!
const ofBusiness = (...names: (keyof typeof events)[]): Order =>
  orderOf([{ ...complete, facts: { unternehmer: true } }, ...names.map((name) => events[name])])!
const append = (type: string, data: Record<string, unknown> = {}) => ({
  code: 'append',
  event: { type, data: { orderId: id, ...data } },
})

describe('a declaration of withdrawal', () => {
  const declaration: Declaration = { statement: 's1', receivedAt: noon, concludedAt: noon, proven: false }
  const declared = append('withdrawal_declared', { statement: 's1', declaredAt: noon })
  const withdrawn = append('withdrawn', { by: 'declaration', statement: 's1', declaredAt: noon })
  const proven = { proven: true }
  // The order was placed on 20 November 2026, so the 14 days end on 4 December, a Friday.
  const lastMinute = Date.parse('2026-12-04T22:59:59Z')
  const tooLate = Date.parse('2026-12-04T23:00:00Z')
  const late = append('withdrawal_declared', {
    statement: 's1',
    declaredAt: tooLate,
    lateAfter: '2026-12-04',
  })

  test.each([
    ['pauses the order', after(), {}, declared],
    ['pauses a paid order', after('paid'), {}, declared],
    ['is final with the secret', after(), proven, withdrawn],
    ['is final with the secret while another is pending', after('declared'), proven, withdrawn],
    ['is final with the secret after an objection', after('declared', 'revoked'), proven, withdrawn],
    ['while another is pending', after('declared'), {}, { code: 'declared-before' }],
    ['after an objection', after('declared', 'revoked'), {}, { code: 'decided-before' }],
    ['after it was declined', after('declared', 'declined'), {}, { code: 'decided-before' }],
    [
      'is final with the secret while the letter is on its way',
      after('paid', 'submitted'),
      proven,
      withdrawn,
    ],
    ['waits for an operator once the letter is sent', after('paid', 'submitted', 'sent'), proven, declared],
    ['of a withdrawn order', after('withdrawn'), {}, { code: 'withdrawn-before' }],
    ['of a withdrawn order with the secret', after('withdrawn'), proven, { code: 'withdrawn-before' }],
    ['of a refunded order', after('paid', 'refunded'), proven, { code: 'refunded-before' }],
    [
      'on the last day',
      after(),
      { receivedAt: lastMinute },
      append('withdrawal_declared', { statement: 's1', declaredAt: lastMinute }),
    ],
    ['waits for an operator if it is a day late', after(), { receivedAt: tooLate }, late],
    [
      'waits for an operator if it is a day late, even with the secret',
      after('paid'),
      { ...proven, receivedAt: tooLate },
      late,
    ],
    [
      'is not late before the contract is concluded',
      after(),
      { ...proven, receivedAt: tooLate, concludedAt: undefined },
      append('withdrawn', { by: 'declaration', statement: 's1', declaredAt: tooLate }),
    ],
    ['of a business waits for an operator, even with the secret', ofBusiness('paid'), proven, declared],
    [
      'of a business after it was declined',
      ofBusiness('paid', 'declared', 'declined'),
      proven,
      { code: 'decided-before' },
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

  test.each([
    ['the letter is posted', after('paid', 'submitted', 'sent', 'declared')],
    ['the letter was posted meanwhile', after('paid', 'submitted', 'declared', 'sentLater')],
    ['the declaration was late', after('late')],
    ['the order is of a business', ofBusiness('declared')],
  ])('nothing but an operator or an objection if %s', (_, order) => {
    expect(decide.confirmation(order)).toEqual({ code: 'needs-decision' })
    expect(decideDeadline(order, noon + 100 * day)).toEqual({ code: 'needs-decision' })
    expect(decide.objection(order)).toEqual(append('withdrawal_revoked', { by: 'objection' }))
    expect(decide.operator(order)).toEqual(append('withdrawal_revoked', { by: 'operator' }))
    expect(decideOperatorWithdrawal(order)).toEqual(append('withdrawn', { by: 'operator' }))
  })
})

test.each([after(), after('paid'), after('declared'), after('declared', 'revoked')])(
  'an operator can withdraw an order at any time, but only once: %#',
  (order) => {
    expect(decideOperatorWithdrawal(order)).toEqual(append('withdrawn', { by: 'operator' }))
    expect(decideOperatorWithdrawal({ ...order, withdrawal: 'withdrawn' })).toEqual({ code: 'withdrawn' })
    expect(decideOperatorWithdrawal({ ...order, refunded: true })).toEqual({ code: 'refunded' })
  },
)

describe('an operator can decline a declaration', () => {
  test.each([
    ['after the posting', after('paid', 'submitted', 'sent', 'declared'), ['performed']],
    // The declaration came first, so the right of withdrawal had not lapsed (§ 356 Abs. 4 BGB).
    ['before the posting', after('paid', 'submitted', 'declared', 'sentLater'), []],
    ['before the posting, recorded after it', after('paid', 'submitted', 'sentLater', 'declared'), []],
    ['in time', after('declared'), []],
    ['after the period', after('late'), ['late']],
    ['after the period and the posting', after('paid', 'submitted', 'sent', 'late'), ['late', 'performed']],
    ['of a business', ofBusiness('declared'), ['business']],
  ] as const)('%s', (_, order, possible) => {
    for (const reason of declineReasons)
      expect(decideDecline(order, reason), reason).toEqual(
        possible.some((one) => one === reason)
          ? append('withdrawal_declined', { reason })
          : { code: `not-${reason}` },
      )
  })

  test('only while it is pending', () => {
    expect(decideDecline(after(), 'late')).toEqual({ code: 'none' })
    expect(decideDecline(after('late', 'declined'), 'late')).toEqual({ code: 'declined' })
    expect(decideDecline(after('late', 'withdrawn'), 'late')).toEqual({ code: 'withdrawn' })
  })
})
