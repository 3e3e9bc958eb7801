import { describe, expect, test } from 'vitest'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { type Order, orderOf } from '#domain/orders/evolve-order.ts'
import { noon, storedEvent } from '#tests/build-events.ts'

const complete = storedEvent('complete', {
  id: '0190a000-0000-7000-8000-00000000000a',
  data: { orderNumber: 'FL-0123456789', priceCents: 4999 },
})
const ofBusiness = { ...complete, facts: { unternehmer: true } }
const withData = (event: StoredEvent, data: object) =>
  ({ ...event, data: { ...event.data, ...data } }) as StoredEvent
const paid = storedEvent('paid', { data: { orderId: complete.id, paymentId: 'p1', amountCents: 4999 } })
const otherPaid = storedEvent('paid', { data: { orderId: complete.id, paymentId: 'p2', amountCents: 4999 } })
const declared = storedEvent('withdrawal_declared', { at: noon + 5 })
const revoked = storedEvent('withdrawal_revoked')
const withdrawn = storedEvent('withdrawn', { data: { orderId: complete.id } })
const declined = storedEvent('withdrawal_declined')
const invoiced = storedEvent('invoiced')
const submitted = storedEvent('submitted')
const sent = storedEvent('sent')
const failed = storedEvent('failed')
const refunded = storedEvent('refunded')
const credited = storedEvent('credited')

const ordered: Order = {
  id: complete.id,
  number: 'FL-0123456789',
  runId: complete.runId,
  funnel: 'anmeldung',
  priceCents: 4999,
  isVip: false,
  status: 'ordered',
  orderedAt: complete.at,
  paymentId: null,
  paidAt: null,
  invoiceNumber: null,
  cancellationNumber: null,
  isBusiness: false,
  letter: 'none',
  letterId: null,
  sentAt: null,
  refunded: false,
  withdrawal: 'none',
  declaredAt: null,
  lateAfter: null,
  amendments: 0,
  converted: false,
  changes: 0,
}

const payment = { paymentId: 'p1', paidAt: noon }
const isPaid: Order = { ...ordered, ...payment, status: 'paid', changes: 1 }
const isDeclared: Order = {
  ...ordered,
  status: 'withdrawal_declared',
  withdrawal: 'declared',
  declaredAt: noon + 5,
  changes: 1,
}
const isInvoiced: Order = { ...isPaid, invoiceNumber: '2026-000001', changes: 2 }
const isSubmitted: Order = {
  ...isInvoiced,
  status: 'submitted',
  letter: 'submitted',
  letterId: 'letter',
  changes: 3,
}
const isWithdrawn: Order = {
  ...ordered,
  status: 'withdrawn',
  withdrawal: 'withdrawn',
  declaredAt: noon,
  changes: 1,
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
      { ...isDeclared, ...payment, changes: 2 },
    ],
    [
      'revoked',
      [complete, declared, revoked],
      { ...isDeclared, status: 'ordered', withdrawal: 'revoked', changes: 2 },
    ],
    [
      'kept and paid',
      [complete, declared, paid, revoked],
      { ...isDeclared, ...payment, status: 'paid', withdrawal: 'revoked', changes: 3 },
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
    ['withdrawn after paid', [complete, paid, withdrawn], { ...isWithdrawn, ...payment, changes: 2 }],
    [
      'payment and withdrawal at the same time',
      [complete, withdrawn, paid],
      { ...isWithdrawn, ...payment, changes: 2 },
    ],
    ['erased', [complete, paid, storedEvent('erased')], isPaid],
    ['invoiced', [complete, paid, invoiced], isInvoiced],
    ['changed values', [complete, storedEvent('amended')], { ...ordered, amendments: 1, changes: 1 }],
    ['a prepared document', [complete, storedEvent('prepared')], ordered],
    ['submitted', [complete, paid, invoiced, submitted], isSubmitted],
    [
      'sent',
      [complete, paid, invoiced, submitted, sent],
      { ...isSubmitted, status: 'sent', letter: 'sent', sentAt: noon, changes: 4 },
    ],
    [
      'returned as undeliverable',
      [complete, paid, invoiced, submitted, sent, failed],
      { ...isSubmitted, status: 'failed', letter: 'failed', sentAt: noon, changes: 5 },
    ],
    [
      'sent, reported after the failure',
      [complete, paid, invoiced, submitted, failed, sent],
      { ...isSubmitted, status: 'failed', letter: 'failed', changes: 5 },
    ],
    [
      'refunded and canceled',
      [complete, paid, invoiced, submitted, failed, refunded, credited],
      {
        ...isSubmitted,
        status: 'refunded',
        letter: 'failed',
        refunded: true,
        cancellationNumber: 'S2026-000001',
        changes: 6,
      },
    ],
    [
      'withdrawn although the letter was sent',
      [complete, paid, invoiced, submitted, withdrawn, sent],
      {
        ...isSubmitted,
        status: 'withdrawn',
        letter: 'sent',
        sentAt: noon,
        withdrawal: 'withdrawn',
        declaredAt: noon,
        changes: 5,
      },
    ],
    [
      'a declined declaration',
      [complete, paid, invoiced, submitted, sent, declared, declined],
      {
        ...isSubmitted,
        status: 'sent',
        letter: 'sent',
        sentAt: noon,
        withdrawal: 'declined',
        declaredAt: noon + 5,
        changes: 6,
      },
    ],
    ['ordered by a business', [ofBusiness], { ...ordered, isBusiness: true }],
    [
      'declared withdrawn, with the time and the lateness of the declaration',
      [complete, withData(declared, { declaredAt: noon + 1, lateAfter: '2026-11-19' })],
      { ...isDeclared, declaredAt: noon + 1, lateAfter: '2026-11-19' },
    ],
    [
      'withdrawn by a proven declaration',
      [complete, withData(withdrawn, { by: 'declaration', declaredAt: noon - 9 })],
      { ...isWithdrawn, declaredAt: noon - 9 },
    ],
    [
      'withdrawn by a proven declaration while another is pending',
      [complete, declared, withData(withdrawn, { by: 'declaration', declaredAt: noon + 9 })],
      { ...isWithdrawn, declaredAt: noon + 5, changes: 2 },
    ],
    [
      'withdrawn by a proven declaration after an objection',
      [complete, declared, revoked, withData(withdrawn, { by: 'declaration', declaredAt: noon + 9 })],
      { ...isWithdrawn, declaredAt: noon + 9, changes: 3 },
    ],
    [
      'withdrawn by an operator who had declined the declaration',
      [complete, declared, declined, withdrawn],
      { ...isWithdrawn, declaredAt: noon + 5, changes: 3 },
    ],
    [
      'with a letter that was taken out and handed over again',
      [complete, paid, invoiced, submitted, declared, revoked, withData(submitted, { letterId: 'again' })],
      {
        ...isSubmitted,
        letterId: 'again',
        withdrawal: 'revoked',
        declaredAt: noon + 5,
        changes: 6,
      },
    ],
  ])('%s', (_, events, order) => {
    expect(orderOf(events)).toEqual(order)
  })
})
