import { describe, expect, test } from 'vitest'
import { changedSearch, keptSearch, readFilters } from '#web/features/reports/filters/filters.ts'
import { customRangeKey, presets, rangeProblem } from '#web/features/reports/filters/period.ts'

const today = '2026-03-29'
const read = (search: string) => readFilters(new URLSearchParams(search), today)

test.each([
  // A Sunday: the week is nearly over.
  [
    '2026-03-29',
    {
      heute: ['2026-03-29', '2026-03-29'],
      gestern: ['2026-03-28', '2026-03-28'],
      woche: ['2026-03-23', '2026-03-29'],
      'letzte-woche': ['2026-03-16', '2026-03-22'],
      monat: ['2026-03-01', '2026-03-29'],
      'letzter-monat': ['2026-02-01', '2026-02-28'],
      '7': ['2026-03-23', '2026-03-29'],
      '28': ['2026-03-02', '2026-03-29'],
      '90': ['2025-12-30', '2026-03-29'],
      jahr: ['2025-03-30', '2026-03-29'],
    },
  ],
  // A Monday and the first of a year.
  ['2029-01-01', { woche: ['2029-01-01', '2029-01-01'], 'letzter-monat': ['2028-12-01', '2028-12-31'] }],
  ['2028-02-29', { jahr: ['2027-03-01', '2028-02-29'], 'letzter-monat': ['2028-01-01', '2028-01-31'] }],
])('on %s the preset ranges are %j', (day, expected) => {
  const ranges = presets.map(({ value, on }) => [value, [on(day).from, on(day).to]])
  expect(Object.fromEntries(ranges)).toMatchObject(expected)
})

test.each([
  ['2026-03-02', '2026-03-01', /nach dem letzten/],
  ['2020-01-01', '2026-03-01', /Höchstens 800 Tage/],
  ['2026-03-01', '2026-03-01', undefined],
])('a range from %s to %s has the problem %s', (from, to, problem) => {
  const given = rangeProblem({ from, to })
  if (problem) expect(given).toMatch(problem)
  else expect(given).toBeUndefined()
})

test('no two ranges share a key', () => {
  const keys = [...presets.map(({ key }) => key), customRangeKey]
  expect(new Set(keys).size).toBe(keys.length)
})

describe('the URL of a report', () => {
  test.each([
    { search: '', preset: '28', from: '2026-03-02', to: today },
    { search: 'zeitraum=heute', preset: 'heute', from: today, to: today },
    { search: 'zeitraum=7', preset: '7', from: '2026-03-23', to: today },
    { search: 'from=2025-12-30&to=2026-01-02', preset: 'frei', from: '2025-12-30', to: '2026-01-02' },
    { search: 'zeitraum=90&from=2025-12-30&to=2026-01-02', preset: '90', from: '2025-12-30', to: today },
  ])('$search is parsed as $from to $to', ({ search, preset, from, to }) => {
    expect(read(search)).toMatchObject({ filters: { preset, from, to }, refused: [] })
  })

  test.each([
    { search: 'zeitraum=17', name: 'zeitraum' },
    { search: 'from=2026-02-30&to=2026-03-01', name: 'from' },
    { search: 'from=2026-03-02&to=2026-03-01', name: 'to' },
    { search: 'from=2020-01-01&to=2026-03-01', name: 'to' },
    { search: 'funnel=nothing', name: 'funnel' },
    { search: 'device=fridge', name: 'device' },
    { search: 'asOf=-1', name: 'asOf' },
    { search: 'model=best', name: 'model' },
  ])('$search is reported as invalid and replaced by the default', ({ search, name }) => {
    const { filters, refused } = read(search)
    expect(refused.map((one) => one.name)).toEqual([name])
    expect(filters).toEqual(read('').filters)
  })

  test('contains segment, position and funnel', () => {
    const { filters } = read('device=mobile&source=(none)&asOf=812&funnel=abmeldung')
    expect(filters).toMatchObject({
      segment: { device: 'mobile', source: '(none)' },
      asOf: 812,
      funnel: 'abmeldung',
    })
  })

  test('passes range, funnel and position to other reports, but no parameters of the page', () => {
    const search = new URLSearchParams('zeitraum=7&funnel=anmeldung&figure=runs&cursor=x&asOf=3')
    expect(keptSearch(search)).toBe('?zeitraum=7&funnel=anmeldung&asOf=3')
    expect(keptSearch(new URLSearchParams('figure=runs'))).toBe('')
  })

  test('omits parameters set to an empty value', () => {
    const search = new URLSearchParams('zeitraum=7&funnel=anmeldung')
    expect(changedSearch(search, { funnel: '', zeitraum: '28' }).toString()).toBe('zeitraum=28')
  })
})
