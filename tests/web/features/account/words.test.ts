import { expect, test } from 'vitest'
import { AccountError } from '#web/features/account/api.ts'
import { failureText } from '#web/features/account/words.ts'

test('a client above a limit is told how long to wait', () => {
  const text = (retryAfter?: number) =>
    failureText(new AccountError(429, retryAfter === undefined ? {} : { retryAfter }))
  expect(text(1800)).toContain('warten Sie 1800 Sekunden')
  expect(text()).toContain('warten Sie 60 Sekunden')
})
