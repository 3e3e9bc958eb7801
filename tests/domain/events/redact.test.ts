import { expect, test } from 'vitest'
import { redact, redactPath } from '#domain/events/redact.ts'

const jwt =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'
const md5 = 'd41d8cd98f00b204e9800998ecf8427e'

test.each([
  ['eva.probe@example.org', '(entfernt)'],
  ['Eva.Probe+brief@mail.example.co.uk', '(entfernt)'],
  ['jürgen@müller.de', '(entfernt)'],
  ['Brief an eva@example.org Herbst', 'Brief an (entfernt) Herbst'],
  ['a@b.de c@d.de', '(entfernt) (entfernt)'],
  ['@@eva@example.org', '(entfernt)'],
  ['eva%40example.org', '(entfernt)'],
  ['Brief%20an%20eva%40example.org', 'Brief an (entfernt)'],
  ['eva%2540example.org', '(entfernt)'],
  ['100%_eva%40example.org', '(entfernt)'],
  ['%2B491701234567', '(entfernt)'],
  ['+49 170 1234567', '(entfernt)'],
  ['+49 (0)170 / 123-4567', '(entfernt)'],
  ['+4917012345678', '(entfernt)'],
  ['0049 170 1234567', '(entfernt)'],
  ['00491701234567', '(entfernt)'],
  ['01701234567', '(entfernt)'],
  ['0170-1234567', '(entfernt)'],
  ['(030) 123456-78', '(entfernt)'],
  ['030/12345678', '(entfernt)'],
  ['030 20112020', '(entfernt)'],
  ['01.12.23.45.67', '(entfernt)'],
  ['tel:0170 1234567', 'tel:(entfernt)'],
  ['anruf_01701234567_herbst', 'anruf_(entfernt)_herbst'],
  ['0170 1234567 21345678901', '(entfernt) 21345678901'],
  ['2026-11-20 0170 1234567', '2026-11-20 (entfernt)'],
  [jwt, '(entfernt)'],
  [`login_${jwt}`, 'login_(entfernt)'],
  [jwt.slice(0, 60), '(entfernt)'],
  [md5, '(entfernt)'],
  [`brand-${md5}-2026`, 'brand-(entfernt)-2026'],
  ['A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6', '(entfernt)'],
])('redacts %s to %s', (value, stored) => {
  expect(redact(value)).toBe(stored)
})

test.each([
  'google',
  'brand_de_2026',
  'rundfunkbeitrag anmelden',
  '{keyword}',
  '{{campaign.name}}',
  '[Keyword:Beitrag]',
  '21345678901',
  '120211234567890123',
  '12345678901234567890',
  '21345678901|143298765432|kwd-298754321',
  '0195f3d8-7c1a-7b3c-8d4e-5f6a7b8c9d0e',
  '01953718-7214-7634-8544-016271839101',
  '2026-11-20',
  '2026-01-05',
  '2026-01-05-21345678901',
  '2026/01/05 1234567',
  '20.11.2026',
  '01.12.2026',
  '01/12/2026',
  '01.12.2026 10:30',
  'ab 01.12.2026',
  'Herbst 2026 01.12.2026',
  '01.12.2026-08.12.2026',
  '01.12.-15.12.2026',
  '01.12.26 - 08.12.26',
  '01122026',
  'newsletter_01122026',
  '20261120',
  '2026-11-20T10:00:00Z',
  '000000000000000000001',
  '007',
  '0815',
  '0,99',
  '01:30',
  'ad0012345678',
  '300x250',
  'a'.repeat(200),
  '1'.repeat(40),
  'der-lange-name-einer-kampagne-im-november-2026',
  'twitter: @formlotse',
  'a@b',
  'a@b.',
  'a@.b',
  '50% Rabatt',
  '100%25',
  'eyJ.eyJ.eyJ',
  'Tag%20der%20Deutschen%20Einheit',
  '+beitrag +anmelden',
  '+++ neu +++',
  '',
])('keeps %s', (value) => {
  expect(redact(value)).toBe(value)
})

test.each([
  ['/rundfunkbeitrag-anmelden/step-1', '/rundfunkbeitrag-anmelden/step-1'],
  ['/danke/eva%40example.org/step-1', '/danke/(entfernt)/step-1'],
  ['/eva@example.org', '/(entfernt)'],
  ['/ruf/0170-1234567', '/ruf/(entfernt)'],
  ['/a/030/12345678', '/a/030/12345678'],
  ['/', '/'],
])('redacts the path %s to %s', (path, stored) => {
  expect(redactPath(path)).toBe(stored)
})

test('redacting a redacted value changes nothing', () => {
  for (const value of ['Brief an eva@example.org', '+49 170 1234567', jwt, md5])
    expect(redact(redact(value))).toBe(redact(value))
})

test.each([
  'a',
  '0',
  '0 ',
  '@',
  'a@',
  '@.',
  '.',
  'a.',
  'eyJ',
  'eyJ.',
  'eyJaaaaaaa.aa',
  '%40',
  '%25',
  '01.12.',
  '+1 ',
  '(0',
  'A1',
  '0-',
  '1-',
])('redacts many repetitions of %s in linear time', (part) => {
  const long = part.repeat(200_000 / part.length)
  const started = performance.now()
  redact(long)
  // With a quadratic run time, the redaction would take minutes.
  expect(performance.now() - started).toBeLessThan(2000)
})
