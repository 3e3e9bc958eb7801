import { expect, test } from 'vitest'
import { type CsvRow, csvLines } from '#domain/reports/csv.ts'
import { germanCsv, germanHead } from '#domain/reports/german-csv.ts'

const lineOf = (row: CsvRow, funnel?: string) =>
  csvLines({ columns: Object.keys(row), rows: [row] }, germanCsv(funnel)).trimEnd()

test.each<[string, CsvRow, string]>([
  ['cents as euros with a comma', { netRevenueCents: 123_456_789, priceCents: -5 }, '1234567,89;-0,05'],
  ['fractions of cents', { excessCentsLow: 1234.5678 }, '12,35'],
  ['shares in percent', { conversionRate: 0.12345, share: 1, paidRate: 0 }, '12,35%;100,00%;0,00%'],
  ['counts without dots, fractions with a comma', { runs: 12_345, creditedRuns: 1 / 3 }, '12345;0,3333'],
  ['a day', { day: '2026-03-09' }, '09.03.2026'],
  [
    'an instant in winter and in summer',
    { time: '2026-01-31T23:30:05.900Z', startedAt: '2026-07-31T22:00:00.000Z' },
    '01.02.2026 00:30:05;01.08.2026 00:00:00',
  ],
  [
    'the repeated hour in autumn',
    { minute: '2026-10-25T00:59:00.000Z', lastAt: '2026-10-25T01:59:00.000Z' },
    '25.10.2026 02:59:00;25.10.2026 02:59:00',
  ],
  ['yes and no', { robot: true, testPayment: false }, 'ja;nein'],
  [
    'words',
    { device: 'mobile', source: '(none)', status: 'withdrawal_declared', delivery: 'dead' },
    'Telefon;(ohne Angabe);Widerruf erklärt;Gescheitert',
  ],
  ['destinations of messages', { kind: 'delivery', field: 'letters' }, 'Nachrichten nicht zugestellt;Briefe'],
  [
    'stopped receivers',
    { kind: 'receiver_stopped', field: 'alerts' },
    'Empfänger angehalten;Auffälligkeiten',
  ],
  ['nothing', { priceCents: null, day: undefined }, ';'],
  ['values that no words are known for', { status: 'unheard', rule: 'odd', model: 'x' }, 'unheard;odd;x'],
])('%s', (_, row, expected) => {
  expect(lineOf(row)).toBe(expected)
})

test('steps, fields and options have the labels of the funnel of the report, or of the row', () => {
  expect(lineOf({ record: 'stage', step: 0, name: 'start' }, 'anmeldung')).toBe('Stufe;0;Start')
  expect(lineOf({ step: 4, stepName: 'bestellung', field: 'adresse.plz' }, 'anmeldung')).toMatch(
    /^4;Bestellung;.*PLZ/,
  )
  expect(lineOf({ funnel: 'anmeldung', stage: 4 })).toMatch(/;Bestellung$/)
  expect(lineOf({ funnel: 'abmeldung', stage: 2 }, 'anmeldung')).toMatch(/;Schritt 2 geschafft$/)
})

test('text that spreadsheets would evaluate is made harmless, and quoted because of the semicolon', () => {
  expect(lineOf({ campaign: '=1+1', source: 'a;=1', medium: 'a,b' })).toBe(`'=1+1;"a;'=1";"a,b"`)
})

test('steps and losses are numbered in the heads', () => {
  expect(['stage0', 'stage3', 'lost3', 'unknownColumn'].map(germanHead)).toEqual([
    'Start',
    'Schritt 3 geschafft',
    'Verloren in Schritt 3',
    'unknownColumn',
  ])
})
