import { countrySpecs } from 'ibantools'
import { expect, test } from 'vitest'
import { accountFormat } from '#domain/forms/rules/sepa-accounts.ts'

/** SEPA countries that `ibantools` does not yet list as such: Albania, Moldova, Montenegro, North Macedonia, Serbia. */
const joinedSince = new Set(['AL', 'MD', 'ME', 'MK', 'RS'])

const codes = Object.keys(countrySpecs)

test.each(codes)('the format of %s equals that of the library, and only SEPA countries have one', (code) => {
  const { SEPA, chars, bban_regexp: library } = countrySpecs[code]!
  const own = accountFormat(code)
  expect(own !== undefined).toBe(Boolean(SEPA) || joinedSince.has(code))
  if (!own) return
  expect(own.length).toBe(chars)
  // The library writes some groups of the same class separately, and one pattern without its end.
  const merged = library!.replace('[A-Z0-9]{2}[A-Z0-9]{18}', '[A-Z0-9]{20}').replace(/\$?$/, '$')
  expect(own.pattern.source).toBe(merged)
})

test.each(['', 'XX', 'de', '__proto__', 'constructor'])('„%s“ has no format', (text) =>
  expect(accountFormat(text)).toBeUndefined(),
)
