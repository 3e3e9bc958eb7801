import { expect, test } from 'vitest'
import { AccountError } from '#web/features/account/api.ts'
import { failureText } from '#web/features/account/words.ts'

test('a client above a limit is told how long to wait', () => {
  expect(failureText(new AccountError(429, { retryAfter: 1800 }))).toContain('warten Sie 1800 Sekunden')
  expect(failureText(new AccountError(429))).toContain('warten Sie 60 Sekunden')
})
