import { expect, test } from 'vitest'
import { pairOf } from '#domain/reports/pair-keys.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { fieldsReport } from '#domain/reports/drop-off/fields.ts'

const about = {
  funnel: 'anmeldung',
  funnelVersion: 1,
  funnelVersions: [],
  from: '2026-11-01',
  to: '2026-11-30',
  asOfPosition: 9,
}
const steps = anmeldung.steps.map(({ name }) => name)
const report = (...rows: [measure: string, runs: number][]) =>
  fieldsReport(about, { funnel: anmeldung, steps }, [
    { key: pairOf('2026-11-20', 'mobile'), measures: rows.map(([measure, runs]) => ({ measure, runs })) },
  ]).rows

test.each([
  ['vorname', 'Vorname'],
  ['adresse.hausnummer', 'Adresse: Hausnummer'],
  ['agbVerbraucher', 'Ich akzeptiere die AGB und habe die Verbraucherinformationen …'],
  ['nolongerAsked.plz', 'nolongerAsked.plz'],
])('labels %s as "%s"', (field, label) => {
  expect(report([`invalid:1:${field}:required`, 1])).toMatchObject([{ field, label }])
})

test('sorts fields by runs that gave up, then by runs; each lost run costs the price', () => {
  const rows = report(
    ['stage:0', 6],
    ['stage:1', 2],
    ['completed', 2],
    ['invalid:1:vorname:required', 4],
    ['invalid:2:adresse.plz:incomplete', 3],
    ['gaveUp:2:adresse.plz:incomplete', 2],
    ['invalid:1:nachname:required', 5],
  )
  expect(
    rows.map(({ field, share, gaveUp, gaveUpRate, lostCents }) => [
      field,
      share,
      gaveUp,
      gaveUpRate,
      lostCents,
    ]),
  ).toEqual([
    ['adresse.plz', 3 / 4, 2, 2 / 3, 9998],
    ['nachname', 5 / 10, 0, 0, 0],
    ['vorname', 4 / 10, 0, 0, 0],
  ])
})
