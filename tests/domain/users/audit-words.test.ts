import { describe, expect, test } from 'vitest'
import { actorName, detailName } from '#domain/users/audit-words.ts'

const password = 'Gemeinsames Passwort der Berichte'
const token = 'Gemeinsamer Schlüssel der Skripte (REPORTS_TOKEN)'

describe('who did it', () => {
  test.each([
    ['google', 'conversion-file', 'Google Ads'],
    ['microsoft', 'conversion-file', 'Microsoft Advertising'],
    ['REPORTS_PASSWORD', 'login', password],
    ['(unknown token)', 'refused-wrong-token', 'Unbekannter Schlüssel'],
    // As earlier versions stored it.
    ['reports', 'conversion-file', password],
    ['script', 'conversion-file', token],
    ['marketing', 'add-link', password],
    ['marketing', 'POST /api/costs', password],
  ])('%s of %s is named in words', (by, action, name) => expect(actorName({ by, action })).toBe(name))

  test.each(['google', 'microsoft', 'reports', 'script', 'marketing', 'Otto'])(
    'an operator who logs in as %s is not taken for another',
    (by) => {
      for (const action of ['login', 'search', 'view-request', undefined])
        expect(actorName({ by, action })).toBe(by)
    },
  )
})

describe('what it is about', () => {
  test.each([
    ['conversion-file', 'google-conversions.csv until 2026-11-26T10:00:00.000Z', 'google-conversions.csv'],
    ['add-link', 'Open until May · link 0190aaaa', 'Open until May · link 0190aaaa'],
    ['add-link', 'event 5 · link 0190aaaa', 'event 5 · link 0190aaaa'],
    ['POST /api/costs', 'event 5', 'Ereignis 5'],
    ['refused-wrong-token', '1', '1 Versuch in dieser Stunde'],
    ['refused-wrong-token', '12', '12 Versuche in dieser Stunde'],
  ])('%s %j is %j', (action, detail, text) => expect(detailName({ action, detail })).toBe(text))

  test('is nothing without a detail', () => expect(detailName({ action: 'login', detail: null })).toBeNull())
})
