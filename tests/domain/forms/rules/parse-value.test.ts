import { expect, test } from 'vitest'
import { parseValue } from '#domain/forms/rules/parse-value.ts'
import { nameRule } from '#domain/forms/rules/name.ts'

test('an accepted value is returned as its rule has changed it', () => {
  expect(parseValue(nameRule(), 'Anna  Maria')).toEqual({ success: true, data: 'Anna Maria' })
})

test('a refused value gets the issues of zod without an error', () => {
  const parsed = parseValue(nameRule(), 'A1')
  expect(parsed.success ? undefined : parsed.error.issues).toEqual(nameRule().safeParse('A1').error?.issues)
  expect(parsed).not.toHaveProperty('error', expect.any(Error))
})
