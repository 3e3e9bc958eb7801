import { expect, test } from 'vitest'
import type { DropOffReport } from '#domain/reports/drop-off/shape.ts'
import { readComparison } from '#web/features/reports/drop-off/comparison.ts'
import { stagesOf, stepName, widestGap, worstStage } from '#web/features/reports/stages/stages.ts'
import { readFilters } from '#web/features/reports/filters/filters.ts'

/** Returns a report of the registration funnel with these numbers of runs per stage. */
function report(...runs: [number, number, number, number, number]): DropOffReport {
  const names = ['persoenliche-daten', 'wohnungsdetails', 'zahlungsdaten', 'bestaetigung']
  return {
    funnel: 'anmeldung',
    funnelVersion: 1,
    funnelVersions: [{ version: 1, runs: runs[0], counted: true }],
    from: '2026-11-01',
    to: '2026-11-07',
    timezone: 'Europe/Berlin',
    asOfPosition: 1,
    stages: [
      { stage: 0, name: 'start', runs: runs[0] },
      ...names.map((name, index) => {
        const [before, reached] = [runs[index]!, runs[index + 1]!]
        const lost = before - reached
        const lossRate = before === 0 ? 0 : lost / before
        return { stage: index + 1, name, runs: reached, lost, open: 0, lossRate, medianSeconds: 30 }
      }),
    ],
    completed: runs[4],
    abandoned: 0,
    open: 0,
    conversionRate: runs[0] === 0 ? 0 : runs[4] / runs[0],
    orderWithin: null,
    orderedLate: 0,
    secondsToOrder: null,
    invalid: [],
  }
}

test('the worst step has the largest loss, not the highest rate, and the title shown to visitors', () => {
  const worst = worstStage(stagesOf(report(1000, 700, 650, 400, 200)))
  expect(worst).toMatchObject({ stage: 1, lost: 300 })
  expect(stepName(worst!)).toBe('Schritt 1 „Angaben zur Person“')
  expect(stepName(stagesOf(report(9, 9, 9, 9, 1))[4]!)).toBe('Schritt 4 „Bestellung“')
})

test('there is no worst step without losses', () => {
  expect(worstStage(stagesOf(report(5, 5, 5, 5, 5)))).toBeUndefined()
  expect(worstStage(stagesOf(report(0, 0, 0, 0, 0)))).toBeUndefined()
  expect(stagesOf(report(0, 0, 0, 0, 0)).map(({ share }) => share)).toEqual([0, 0, 0, 0, 0])
})

test('the widest gap is the largest difference in loss rates', () => {
  const gap = widestGap(stagesOf(report(100, 90, 45, 40, 30)), stagesOf(report(10, 9, 8, 7, 5)))
  expect(gap?.a.stage).toBe(2)
  const same = stagesOf(report(10, 8, 6, 4, 2))
  expect(widestGap(same, same)).toBeUndefined()
})

const today = '2026-11-21'
const compared = (query: string, hour = '15') => {
  const { filters } = readFilters(new URLSearchParams(query), today)
  const params = { funnel: 'anmeldung', from: filters.from, to: filters.to, ...filters.segment }
  return readComparison(filters, params, { day: today, hour })
}

test.each([
  // The running day is left out of longer ranges.
  [
    'zeitraum=7&compare=vorher',
    ['2026-11-15', '2026-11-20', undefined],
    ['2026-11-08', '2026-11-13', undefined],
  ],
  // Alone, it is compared with the same hours.
  [
    'zeitraum=heute&compare=vorher',
    ['2026-11-21', '2026-11-21', '00-14'],
    ['2026-11-20', '2026-11-20', '00-14'],
  ],
  [
    'zeitraum=heute&compare=vorjahr',
    ['2026-11-21', '2026-11-21', '00-14'],
    ['2025-11-21', '2025-11-21', '00-14'],
  ],
  [
    'zeitraum=gestern&compare=wochentage',
    ['2026-11-20', '2026-11-20', undefined],
    ['2026-11-13', '2026-11-13', undefined],
  ],
])('%s never compares the running day as a whole one', (query, own, other) => {
  const { params, otherParams } = compared(query)!
  expect([params.from, params.to, params.hour]).toEqual(own)
  expect([otherParams.from, otherParams.to, otherParams.hour]).toEqual(other)
})

test('in the first hour of a day, nothing can be compared', () => {
  expect(compared('zeitraum=heute&compare=vorher', '00')).toBeUndefined()
  expect(compared('zeitraum=heute&compare=vorher', '01')?.params.hour).toBe('00')
})

test.each([
  [
    'zeitraum=7&compare=vorher',
    { from: '2026-11-08', to: '2026-11-13' },
    '15.11.–20.11.2026',
    '08.11.–13.11.2026',
  ],
  [
    'zeitraum=7&compare=2026-10-01_2026-10-07',
    { from: '2026-10-01', to: '2026-10-06' },
    '15.11.–20.11.2026',
    '01.10.–06.10.2026',
  ],
  [
    'device=desktop&compare=device:mobile',
    { device: 'mobile', from: '2026-10-25' },
    'Gerät Computer',
    'Gerät Telefon',
  ],
  ['compare=source:a:b', { source: 'a:b' }, 'Alle', 'Quelle a:b'],
])('%s is parsed as a comparison', (query, params, name, otherName) => {
  const comparison = compared(query)
  expect(comparison?.otherParams).toMatchObject(params)
  expect(comparison).toMatchObject({ name, otherName })
})

test.each([
  '',
  'compare=device:',
  'compare=gestern',
  'compare=2026-11-31_2026-12-01',
  'compare=2026-11-07_2026-11-01',
])('"%s" is not a comparison', (query) => expect(compared(query)).toBeUndefined())
