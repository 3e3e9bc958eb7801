import { describe, expect, test } from 'vitest'
import { type Order, orderOf } from '#domain/orders/evolve-order.ts'
import { noon, storedEvent } from '#tests/build-events.ts'

const complete = storedEvent('complete', {
  id: '0190a000-0000-7000-8000-00000000000a',
  data: { orderNumber: 'FL-0123456789', priceCents: 4999 },
})
const paid = storedEvent('paid', { data: { orderId: complete.id, paymentId: 'p1', amountCents: 4999 } })
const otherPaid = storedEvent('paid', { data: { orderId: complete.id, paymentId: 'p2', amountCents: 4999 } })
const declared = storedEvent('withdrawal_declared', { at: noon + 5 })
const revoked = storedEvent('withdrawal_revoked')
const withdrawn = storedEvent('withdrawn', { data: { orderId: complete.id } })

const ordered: Order = {
  id: complete.id,
  number: 'FL-0123456789',
  runId: complete.runId,
  funnel: 'anmeldung',
  priceCents: 4999,
  status: 'ordered',
  orderedAt: complete.at,
  paymentId: null,
  withdrawal: 'none',
  declaredAt: null,
  converted: false,
  changes: 0,
}

const isPaid: Order = { ...ordered, status: 'paid', paymentId: 'p1', changes: 1 }
const isDeclared: Order = {
  ...ordered,
  status: 'withdrawal_declared',
  withdrawal: 'declared',
  declaredAt: noon + 5,
  changes: 1,
}
const isWithdrawn: Order = { ...ordered, status: 'withdrawn', withdrawal: 'withdrawn', changes: 1 }

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
    ['visitor events after the order', [complete, storedEvent('abandon'), storedEvent('lapsed')], ordered],
    [
      'a second complete',
      [complete, storedEvent('complete', { data: { orderNumber: 'FL-2', priceCents: 1 } })],
      ordered,
    ],
    ['converted', [complete, storedEvent('converted')], { ...ordered, converted: true }],
    [
      'converted after it was withdrawn',
      [complete, withdrawn, storedEvent('converted')],
      { ...isWithdrawn, converted: true },
    ],
    ['converted without an order', [storedEvent('converted')], undefined],
    ['paid', [complete, paid], isPaid],
    ['paid twice', [complete, paid, otherPaid], { ...isPaid, changes: 2 }],
    ['declared withdrawn', [complete, declared], isDeclared],
    ['declared again', [complete, declared, declared], { ...isDeclared, changes: 2 }],
    [
      'paid while a withdrawal is declared',
      [complete, declared, paid],
      { ...isDeclared, paymentId: 'p1', changes: 2 },
    ],
    [
      'revoked',
      [complete, declared, revoked],
      { ...isDeclared, status: 'ordered', withdrawal: 'revoked', changes: 2 },
    ],
    [
      'kept and paid',
      [complete, declared, paid, revoked],
      { ...isDeclared, status: 'paid', paymentId: 'p1', withdrawal: 'revoked', changes: 3 },
    ],
    [
      'declared after a revocation',
      [complete, declared, revoked, declared],
      { ...isDeclared, status: 'ordered', withdrawal: 'revoked', changes: 3 },
    ],
    ['revoked without a declaration', [complete, revoked], { ...ordered, changes: 1 }],
    [
      'revoked after the withdrawal',
      [complete, declared, withdrawn, revoked],
      { ...isDeclared, status: 'withdrawn', withdrawal: 'withdrawn', changes: 3 },
    ],
    ['withdrawn', [complete, withdrawn], isWithdrawn],
    ['withdrawn after paid', [complete, paid, withdrawn], { ...isWithdrawn, paymentId: 'p1', changes: 2 }],
    [
      'payment and withdrawal at the same time',
      [complete, withdrawn, paid],
      { ...isWithdrawn, paymentId: 'p1', changes: 2 },
    ],
    ['erased', [complete, paid, storedEvent('erased')], isPaid],
  ])('%s', (_, events, order) => {
    expect(orderOf(events)).toEqual(order)
  })
})
