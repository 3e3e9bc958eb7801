import { afterAll, beforeAll, expect, test } from 'vitest'
import { trendContract } from '#domain/reports/drop-off/shape.ts'
import { overviewContract } from '#domain/reports/overview/shape.ts'
import { type Reports, minute, openReports, run } from '#tests/service/reports/open-reports.ts'

let reports: Reports

/** On 2026-10-25 clocks are set back at 3:00 (1:00 UTC), on 2026-03-29 forward at 2:00 (1:00 UTC). */
const starts = [
  '2026-03-28T23:30:00Z', // 00:30
  '2026-03-29T00:30:00Z', // 01:30
  '2026-03-29T01:30:00Z', // 03:30
  '2026-10-24T22:30:00Z', // 00:30
  '2026-10-25T00:10:00Z', // 02:10, first time
  '2026-10-25T01:10:00Z', // 02:10, second time
  '2026-10-25T02:10:00Z', // 03:10
]

beforeAll(async () => {
  reports = await openReports()
  for (const at of starts.map((start) => Date.parse(start))) {
    const event = run()
    await reports.send({ at: at + 2 * minute }, event('start', at), event('complete', at + minute))
  }
})
afterAll(() => reports.service.close())

async function ask(path: string): Promise<unknown> {
  const response = await reports.get(path)
  expect(response.status, await response.clone().text()).toBe(200)
  return response.json()
}

test.each([
  [
    '2026-03-29',
    23,
    [
      ['00', 60, 1],
      ['01', 60, 1],
      ['03', 60, 1],
    ],
  ],
  [
    '2026-10-25',
    24,
    [
      ['00', 60, 1],
      ['02', 120, 2],
      ['03', 60, 1],
    ],
  ],
])('the hours of %s, on which clocks change', async (day, count, expected) => {
  const { totals } = overviewContract.shape.parse(await ask(`overview?from=${day}&to=${day}&per=hour`))
  const { hours = [] } = totals
  expect(hours).toHaveLength(count)
  const withRuns = hours.filter(({ runs }) => runs > 0)
  expect(withRuns.map(({ hour, minutes, runs }) => [hour, minutes, runs])).toEqual(expected)
  const trend = trendContract.shape.parse(
    await ask(`drop-off/trend?funnel=anmeldung&from=${day}&to=${day}&per=hour`),
  )
  expect(trend.hours?.map(({ hour, minutes, stages }) => [hour, minutes, stages[0]])).toEqual(
    hours.map(({ hour, minutes, runs }) => [hour, minutes, runs]),
  )
})

test('only short ranges can be requested by hour', async () => {
  for (const path of ['overview?', 'drop-off/trend?funnel=anmeldung&']) {
    expect((await reports.get(`${path}from=2026-10-20&to=2026-10-26&per=hour`)).status).toBe(200)
    const response = await reports.get(`${path}from=2026-10-20&to=2026-10-27&per=hour`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ parameter: 'per' })
  }
})

test('without per=hour, reports have no hours', async () => {
  const { totals } = overviewContract.shape.parse(await ask('overview?from=2026-10-25&to=2026-10-25'))
  expect(totals.hours).toBeUndefined()
  expect(totals.runs).toBe(4)
})

test('CSV files list the hours', async () => {
  const range = 'from=2026-10-25&to=2026-10-25&per=hour'
  const machine = await (await reports.get(`overview.csv?${range}`)).text()
  expect(machine).toContain('total,,asked,2026-10-25,2,2,9998,,0,02,120')
  const german = await (await reports.get(`drop-off/trend.de.csv?funnel=anmeldung&${range}`)).text()
  expect(german.split('\r\n')[0]).toContain('Tag;Stunde;Dauer (Minuten);Start')
  expect(german).toContain('25.10.2026;2–3 Uhr;120;2;')
})
