import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { readSeries } from '../../loadtest/read-series.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-series-'))
afterAll(() => rmSync(folder, { recursive: true }))

const head = 'metric_name,timestamp,metric_value,expected_response,name,status,extra_tags,metadata'
const start = 1_795_253_557_000

function write(lines: string[]): string {
  const file = path.join(folder, `${lines.length}.csv.gz`)
  writeFileSync(file, gzipSync(`${lines.join('\n')}\n`))
  return file
}

const answered = (at: number, ms: number, lane: 'high' | 'waiting', status = 200) => [
  `http_reqs,${start + at},1.000000,true,events,${status},lane=${lane},`,
  `http_req_duration,${start + at},${ms},true,events,${status},lane=${lane},`,
]

test('what k6 wrote line by line becomes rates, answers and answer times by lane, with the gaps in between', async () => {
  const lines = [
    head,
    ...Array.from({ length: 100 }, (_, index) => answered(index, index + 1, 'high')).flat(),
    ...answered(500, 4000, 'waiting'),
    ...answered(2100, 0, 'high', 0),
    ...answered(2200, 7, 'high', 503),
    `vus,${start + 2300},12,,,,,`,
  ]
  const series = await readSeries(write(lines), 3000)
  expect(series).toMatchObject({ startedAt: start, stepSeconds: 1 })
  expect(series.moments).toEqual([
    {
      at: 0,
      requestsPerSecond: 101,
      statuses: { 200: 101 },
      lanes: { high: { p50: 50, p95: 95, p99: 99 }, waiting: { p50: 4000, p95: 4000, p99: 4000 } },
    },
    { at: 1, requestsPerSecond: 0, statuses: {}, lanes: { high: undefined, waiting: undefined } },
    // Without an answer there is no answer time.
    {
      at: 2,
      requestsPerSecond: 2,
      statuses: { 0: 1, 503: 1 },
      lanes: { high: { p50: 7, p95: 7, p99: 7 }, waiting: undefined },
    },
  ])
})

test('a long load is told in longer steps, still as rates per second', async () => {
  const hour = Array.from({ length: 3600 }, (_, second) => answered(second * 1000, 5, 'high')).flat()
  const { stepSeconds, moments } = await readSeries(write([head, ...hour]), 3_600_000)
  expect(stepSeconds).toBe(20)
  expect(moments.length).toBeLessThanOrEqual(181)
  expect(moments[5]!.requestsPerSecond).toBe(1)
})

test('a load without any request has no moments', async () => {
  expect((await readSeries(write([head]), 1000)).moments).toEqual([])
})

test('other columns than expected are an error and not an empty plot', async () => {
  await expect(readSeries(write(['a,b', 'c,d']), 1000)).rejects.toThrow(
    'k6 wrote other columns than expected: a,b',
  )
})
