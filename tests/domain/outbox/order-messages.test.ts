import { describe, expect, test } from 'vitest'
import type { DocumentKind, StoredEventType } from '#domain/events/stored-event.ts'
import { orderMessages } from '#domain/outbox/order-messages.ts'
import { hourMs } from '#domain/time/durations.ts'
import { noon, storedEvent } from '#tests/build-events.ts'

const messagesOf = (type: StoredEventType, data?: object) =>
  orderMessages(storedEvent(type, data ? { data } : {}), 3 * hourMs).map(
    ({ destination, dueAt }) => [destination, (dueAt - noon) / hourMs] as const,
  )

describe('the messages that fulfil an order', () => {
  test.each([
    ['start', []],
    ['step', []],
    ['email', []],
    ['lapsed', []],
    [
      'complete',
      [
        ['documents', 0],
        ['mail', 24],
      ],
    ],
    [
      'paid',
      [
        ['documents', 0],
        ['letters', 3],
      ],
    ],
    ['invoiced', []],
    [
      'amended',
      [
        ['documents', 0],
        ['mail', 0],
      ],
    ],
    ['submitted', []],
    [
      'sent',
      [
        ['mail', 0],
        ['letters', 0],
      ],
    ],
    [
      'failed',
      [
        ['mail', 0],
        ['letters', 0],
      ],
    ],
    ['withdrawal_declared', [['letters', 0]]],
    [
      'withdrawal_revoked',
      [
        ['mail', 0],
        ['letters', 0],
      ],
    ],
    [
      'withdrawal_declined',
      [
        ['mail', 0],
        ['letters', 0],
      ],
    ],
    [
      'withdrawn',
      [
        ['mail', 0],
        ['letters', 0],
      ],
    ],
    [
      'refunded',
      [
        ['documents', 0],
        ['mail', 0],
        ['letters', 0],
      ],
    ],
    ['credited', []],
    ['erased', [['letters', 0]]],
  ] as const)('about %s are due after these hours', (type, expected) => {
    expect(messagesOf(type)).toEqual(expected)
  })

  test.each([
    ['confirmation', 1, true],
    ['invoice', 1, true],
    ['cancellation', 1, true],
    ['application', 1, false],
    ['application', 2, true],
    ['letter', 1, false],
  ] satisfies [DocumentKind, number, boolean][])(
    'about a prepared %s of version %i include an e-mail: %s',
    (document, version, isEmailed) => {
      expect(messagesOf('prepared', { document, version })).toEqual(isEmailed ? [['mail', 0]] : [])
    },
  )
})
