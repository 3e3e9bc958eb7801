import { expect, test } from 'vitest'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { fieldsReport } from '#domain/reports/fields.ts'

const about = { funnel: 'anmeldung', funnelVersion: 1, from: '2026-11-01', to: '2026-11-30', asOfPosition: 9 }
const steps = anmeldung.steps.map(({ name }) => name)
const report = (...rows: [measure: string, runs: number][]) =>
  fieldsReport(
    about,
    { funnel: anmeldung, steps },
    rows.map(([measure, runs]) => ({ measure, runs })),
  ).rows

test.each([
  ['vorname', 'Vorname'],
  ['adresse.hausnummer', 'Adresse: Hausnummer'],
  ['agbVerbraucher', 'Ich akzeptiere die AGB und habe die Verbraucherinformationen …'],
  ['nolongerAsked.plz', 'nolongerAsked.plz'],
])('%s is called "%s"', (field, label) => {
  expect(report([`invalid:1:${field}:required`, 1])).toMatchObject([{ field, label }])
})

test('fields come by those who gave up, then by those whom they stopped, and the price is lost with each', () => {
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
