import { describe, expect, test } from 'vitest'
import type { Order } from '#domain/orders/evolve-order.ts'
import { decideLetterReport } from '#domain/orders/letter-report.ts'

const order: Order = {
  id: 'order-1',
  number: 'FL-1',
  runId: 'run-1',
  funnel: 'anmeldung',
  priceCents: 4999,
  isVip: false,
  status: 'submitted',
  orderedAt: 0,
  paymentId: 'pay-1',
  paidAt: 1,
  invoiceNumber: null,
  cancellationNumber: null,
  isBusiness: false,
  letter: 'submitted',
  letterId: 'letter-1',
  sentAt: null,
  refunded: false,
  withdrawal: 'none',
  declaredAt: null,
  lateAfter: null,
  amendments: 0,
  converted: false,
  changes: 3,
}
const sent = { news: { code: 'sent' } } as const
const failed = { news: { code: 'failed', reason: 'undeliverable' } } as const
const attention = { news: { code: 'attention', reason: 'insufficient_credits' } } as const

describe('a report about a letter', () => {
  test.each([
    ['submitted', sent, { code: 'append', event: { type: 'sent' } }],
    ['submitted', failed, { code: 'append', event: { type: 'failed', data: { reason: 'undeliverable' } } }],
    ['submitted', attention, { code: 'unchanged' }],
    ['sent', sent, { code: 'sent' }],
    ['sent', failed, { code: 'append', event: { type: 'failed' } }],
    ['failed', failed, { code: 'failed' }],
    ['failed', sent, { code: 'failed' }],
    ['none', sent, { code: 'not-submitted' }],
    ['none', failed, { code: 'not-submitted' }],
  ] as const)('for a letter that is %s: %j', (letter, report, decision) => {
    expect(decideLetterReport({ ...order, letter }, report)).toMatchObject(decision)
  })

  test('about a letter that was posted after the withdrawal is recorded', () => {
    const withdrawn = { ...order, withdrawal: 'withdrawn' } as const
    expect(decideLetterReport(withdrawn, sent)).toMatchObject({ code: 'append' })
    expect(decideLetterReport(withdrawn, failed)).toEqual({ code: 'closed' })
  })
})
