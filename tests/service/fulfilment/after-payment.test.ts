import { expect, test } from 'vitest'
import { hourMs } from '#domain/time/durations.ts'
import { afterPayment } from '#service/fulfilment/emails/payment-emails.ts'
import { noon } from '#tests/build-events.ts'

const until = noon + hourMs

test.each([
  ['paid', noon, { kind: 'change', until }],
  ['paid', until, { kind: 'post' }],
  ['submitted', noon, { kind: 'post' }],
  ['sent', until, { kind: 'post' }],
  ['withdrawal_declared', noon, { kind: 'paused' }],
  ['withdrawn', noon, { kind: 'withdrawn' }],
  ['failed', until, { kind: 'failed' }],
  ['refunded', until, { kind: 'refunded' }],
] as const)('the payment e-mail of an order that is %s at %i says what comes next', (status, now, next) => {
  expect(afterPayment({ status }, until, now)).toEqual(next)
})
