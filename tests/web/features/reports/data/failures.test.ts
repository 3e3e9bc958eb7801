import { expect, test } from 'vitest'
import { failureOf, isOutage, retryDelay } from '#web/features/reports/data/failures.ts'
import { ReportError } from '#web/features/reports/data/get-report.ts'

test.each<[string, Error, string, number | undefined]>([
  ['a failed connection', new TypeError('Failed to fetch'), 'unreachable', 10_000],
  ['a gateway without a service', new ReportError(502), 'unreachable', 10_000],
  [
    'rows that are rebuilt',
    new ReportError(503, { type: 'projections-rebuilding', retryAfter: 5 }),
    'recounting',
    5000,
  ],
  ['an overloaded service', new ReportError(503, { retryAfter: 900 }), 'overloaded', 60_000],
  ['too many requests', new ReportError(429), 'overloaded', 10_000],
  ['an unknown record', new ReportError(404), 'missing', undefined],
  ['a wrong parameter', new ReportError(400, { parameter: 'from' }), 'refused', undefined],
])('%s', (_, error, failure, delay) => {
  expect(failureOf(error)).toBe(failure)
  expect(isOutage(error)).toBe(delay !== undefined)
  expect(retryDelay(error)).toBe(delay)
})
