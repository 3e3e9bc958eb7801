import { describe, expect, test } from 'vitest'
import { type OutcomeCode, decideOutcome, outcomeOfHttp, outcomeOfSmtp } from '#domain/outbox/outcome.ts'
import {
  conversionExpiryMs,
  conversionSchedule,
  emailExpiryMs,
  emailSchedule,
} from '#domain/outbox/schedule.ts'
import { noon } from '#tests/build-events.ts'

const seconds = 1000
const hours = 3600 * seconds
const lasts = (waits: readonly number[]) => waits.reduce((sum, wait) => sum + wait, 0)
const schedule = [0, 5 * seconds, 300 * seconds, 24 * hours]

function outcome(
  attempt: number,
  {
    code = 'retry',
    retryAfter = null,
    random = 0.5,
  }: { code?: OutcomeCode; retryAfter?: string | null; random?: number } = {},
) {
  return decideOutcome(code, { attempt, schedule, retryAfter, now: noon, random: () => random })
}

describe('an outcome', () => {
  test.each([
    [1, 5 * seconds],
    [2, 300 * seconds],
    [3, 24 * hours],
  ])('waits according to the schedule after attempt %i', (attempt, wait) => {
    expect(outcome(attempt)).toEqual({ code: 'retry', nextAttemptAt: noon + wait })
  })

  test('varies the wait by 20 % to either side', () => {
    expect(outcome(2, { random: 0 })).toMatchObject({ nextAttemptAt: noon + 240 * seconds })
    expect(outcome(2, { random: 1 })).toMatchObject({ nextAttemptAt: noon + 360 * seconds })
  })

  test('is dead after the last attempt, even with Retry-After', () => {
    expect(outcome(4)).toEqual({ code: 'dead' })
    expect(outcome(4, { retryAfter: '60' })).toEqual({ code: 'dead' })
  })

  test.each(['delivered', 'gone', 'dead'] as const)('%s does not depend on the schedule', (code) => {
    expect(outcome(1, { code })).toEqual({ code })
    expect(outcome(9, { code })).toEqual({ code })
  })

  test('uses Retry-After only if it is longer than the wait of the schedule', () => {
    expect(outcome(1, { retryAfter: '120' })).toMatchObject({ nextAttemptAt: noon + 120 * seconds })
    expect(outcome(1, { retryAfter: '1' })).toMatchObject({ nextAttemptAt: noon + 5 * seconds })
  })
})

test.each([
  [true, 200, 'delivered'],
  [true, 204, 'delivered'],
  [false, 200, 'retry'],
  [false, 302, 'retry'],
  [false, 404, 'retry'],
  [false, 410, 'gone'],
  [false, 500, 'retry'],
  [false, null, 'retry'],
] as const)('an HTTP response (received completely: %s) with status %s is %s', (delivered, status, code) => {
  expect(outcomeOfHttp({ delivered, status })).toBe(code)
})

test.each([
  ['EENVELOPE', 550, 'dead'],
  ['EMESSAGE', 554, 'dead'],
  ['EENVELOPE', 450, 'retry'],
  ['EMESSAGE', 451, 'retry'],
  ['EENVELOPE', undefined, 'retry'],
  ['EAUTH', 535, 'retry'],
  ['EPROTOCOL', 554, 'retry'],
  ['ECONNECTION', undefined, 'retry'],
  [undefined, undefined, 'retry'],
] as const)('an SMTP failure %s with reply code %s is %s', (code, responseCode, outcomeCode) => {
  expect(outcomeOfSmtp({ code, responseCode })).toBe(outcomeCode)
})

test('each schedule lasts until its messages expire', () => {
  expect(lasts(emailSchedule)).toBeGreaterThanOrEqual(emailExpiryMs)
  expect(lasts(conversionSchedule)).toBeGreaterThanOrEqual(conversionExpiryMs)
})
