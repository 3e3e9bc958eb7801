import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fixedPeriods } from '#domain/retention/fixed-periods.ts'
import { germanPeriod } from '#domain/retention/german-period.ts'
import { readEnv } from '#service/config/env.ts'
import { describeProcessing } from '#service/privacy/describe-processing.ts'

const documented = readFileSync('docs/privacy.md', 'utf8')

/** What the record calls the data of each period. A period without an entry does not compile. */
const rows: Record<keyof typeof fixedPeriods, string[]> = {
  emails: ['E-Mails im Postausgang', 'zugeordnete Widerrufserklärungen'],
  openRequests: [
    'offene Vorgänge für Mitarbeitende (Support-Anfragen, zu prüfende Widerrufserklärungen und Zahlungen)',
  ],
  audit: ['Protokoll der Zugriffe von Mitarbeitenden'],
  addressCounters: ['Prüfwerte von Adressen'],
  suppressedIds: ['Kennungen doppelter Meldungen'],
  sessions: ['Anmeldungen von Mitarbeitenden'],
  handovers: ['verschlüsselte Entwürfe zur Übergabe an ein anderes Gerät'],
  statusLinks: ['Links zur Auftragsseite'],
}

test.each(Object.entries(rows))('the documented record names the period %s of the code', (name, labels) => {
  const period = germanPeriod(fixedPeriods[name as keyof typeof fixedPeriods])
  for (const label of labels) {
    const row = documented.split('\n').find((line) => line.startsWith(`| ${label}`))
    expect(row?.split('|')[2]?.trim()).toBe(period)
  }
})

test.each(['events', 'outbox attempts', 'erasures.jsonl', 'issued.jsonl'])(
  'the documented record says that there is no period for %s',
  (name) => {
    const label = {
      events: 'Ereignisprotokoll',
      'outbox attempts': 'Zustellversuche',
      'erasures.jsonl': 'Verzeichnis der Löschungen',
      'issued.jsonl': 'Verzeichnis vergebener Nummern',
    }[name]
    expect(documented).toMatch(new RegExp(`\\| ${label}[^|]*\\| unbegrenzt \\|`))
  },
)

const shape = (text: string) => text.replaceAll(/ +\|/g, ' |').replaceAll(/-{3,}/g, '---').trim()

test('the documented record has the recipients and periods of the default settings', () => {
  const [, record = ''] = documented.split(/<!-- \/?record -->/)
  expect(shape(record)).toBe(shape(describeProcessing(readEnv({}))))
})

test('the record contains configured recipients without secrets, and configured periods', () => {
  const record = describeProcessing(
    readEnv({
      LETTER_URL: 'pingen://client:hunter2@0193a1de-0000-7000-8000-000000000001',
      LETTER_WEBHOOK_SECRET: 'hunter2hunter2hunter2',
      SMTP_URL: 'smtps://user:hunter2@mail.example.de',
      SUPPORT_EMAIL: 'hilfe@example.de',
      WEBHOOK_URL: 'https://hook.example.de/hunter2',
      CHECKOUT_URL: 'https://pay.example.de/',
      PAYMENT_METHODS: 'PayPal',
      CONVERSION_FILES: 'google,microsoft',
      CONVERSION_FILES_SECRET: 'hunter2'.repeat(5),
      RETENTION_FULFILLED: '45d',
      RETENTION_INVOICES: '8y',
    }),
  )
  for (const part of [
    'Pingen GmbH, Zürich',
    'Schweiz',
    'mail.example.de',
    'hook.example.de',
    'pay.example.de',
    'Google Ireland Limited',
    'Microsoft Ireland Operations Limited',
  ])
    expect(record).toContain(part)
  expect(record).toMatch(/Nachweise, Antrag.* \| 45 Tage \|/)
  expect(record).toMatch(/Stornorechnung.* \| 8 Jahre nach Ende des Jahres \|/)
  expect(record).not.toContain('hunter2')
})
