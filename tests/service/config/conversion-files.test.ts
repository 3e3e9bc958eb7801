import { expect, test } from 'vitest'
import { conversionFilesOf } from '#service/config/conversion-files.ts'
import { readEnv } from '#service/config/env.ts'

const secret = 'k'.repeat(32)
const read = (source: Record<string, string>) => conversionFilesOf(readEnv(source))

test('without CONVERSION_FILES there are no files', () => {
  expect(read({})).toBeUndefined()
  expect(read({ CONVERSION_FILES: ' ', CONVERSION_FILES_SECRET: secret })).toBeUndefined()
})

test.each([
  ['google', ['google']],
  ['microsoft', ['microsoft']],
  ['microsoft, google', ['google', 'microsoft']],
])('CONVERSION_FILES=%s has files for %j', (text, platforms) => {
  expect(read({ CONVERSION_FILES: text, CONVERSION_FILES_SECRET: secret })).toEqual({
    platforms,
    secret,
    name: 'Auftrag',
    model: 'last',
  })
})

test('name and model can be chosen', () => {
  const source = { CONVERSION_NAME: 'Kauf (bezahlt)', CONVERSION_MODEL: 'decay' }
  expect(read({ CONVERSION_FILES: 'google', CONVERSION_FILES_SECRET: secret, ...source })).toMatchObject({
    name: 'Kauf (bezahlt)',
    model: 'decay',
  })
})

test.each([
  [
    'CONVERSION_FILES',
    'bing',
    'read "bing", allowed: google, microsoft, one or both with a comma between them.',
  ],
  ['CONVERSION_FILES', 'google,', /^CONVERSION_FILES is wrong: read "google,", allowed: google/],
  [
    'CONVERSION_FILES_SECRET',
    'k'.repeat(31),
    /read a value of 31 characters, allowed: 32 to 256 printable ASCII/,
  ],
  ['CONVERSION_FILES_SECRET', `${'k'.repeat(32)} k`, /read a value of 34 characters/],
  ['CONVERSION_NAME', '=1+1', /^CONVERSION_NAME is wrong: read "=1\+1", allowed: 1 to 100 characters/],
  ['CONVERSION_NAME', 'a,b', /without quotes, commas and semicolons/],
  ['CONVERSION_MODEL', 'data-driven', /allowed: first, last, linear, position, decay\.$/],
])('%s=%s is refused in one line', (name, text, message) => {
  expect(() => readEnv({ [name]: text })).toThrow(message)
  expect(() => readEnv({ [name]: text })).toThrow(/^[^\n]+$/)
})

test('the files require a secret', () => {
  expect(() => readEnv({ CONVERSION_FILES: 'google' })).toThrow(
    /^CONVERSION_FILES_SECRET is missing: with CONVERSION_FILES, [^\n]+$/,
  )
})
