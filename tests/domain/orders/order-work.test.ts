import { expect, test } from 'vitest'
import type { OrderProgress } from '#domain/orders/evolve-order.ts'
import { orderWork } from '#domain/orders/order-work.ts'

const paid: OrderProgress = { paid: true, letter: 'none', withdrawal: 'none', refunded: false }

test.each<[string, Partial<OrderProgress>, ReturnType<typeof orderWork>]>([
  ['not paid', { paid: false }, null],
  ['paid', {}, 'submit'],
  ['with a letter handed over', { letter: 'submitted' }, 'send'],
  ['sent', { letter: 'sent' }, null],
  ['failed', { letter: 'failed' }, 'failed'],
  ['failed and refunded', { letter: 'failed', refunded: true }, null],
  ['withdrawn before the payment', { paid: false, withdrawal: 'withdrawn' }, null],
  ['withdrawn after the payment', { withdrawal: 'withdrawn' }, 'refund'],
  ['withdrawn after the letter', { withdrawal: 'withdrawn', letter: 'sent' }, 'refund'],
  ['with a declared withdrawal', { withdrawal: 'declared', letter: 'sent' }, 'decide'],
  ['refunded, with a declared withdrawal', { withdrawal: 'declared', refunded: true }, null],
  ['not paid, with a declared withdrawal', { paid: false, withdrawal: 'declared' }, 'decide'],
  ['with a revoked withdrawal', { withdrawal: 'revoked' }, 'submit'],
])('an order that is %s', (_, over, work) => {
  expect(orderWork({ ...paid, ...over })).toBe(work)
})
