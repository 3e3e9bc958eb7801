import { expect, test } from 'vitest'
import { describeLoad, describeScale } from '#loadtest/report/describe-load.ts'
import type { Load } from '#loadtest/k6/run-k6.ts'

const load: Pick<Load, 'record' | 'summary'> = {
  record: { acknowledged: [], rejected: [], unanswered: [] },
  summary: {
    state: { testRunDurationMs: 2000 },
    metrics: {
      iterations: { values: { count: 3 } },
      http_reqs: { values: { count: 11 } },
      checks: { values: { rate: 0.98765 }, thresholds: { 'rate==1': { ok: false } } },
      'http_req_duration{lane:high}': {
        values: { 'p(95)': 12.345, max: 80 },
        thresholds: { 'p(95)<200': { ok: true }, 'max<50': { ok: false } },
      },
    },
  },
}

const sound = { what: 'enqueued = delivered', expected: 5, found: 5, faults: [] }
const faulty = { what: 'in the log = sent', expected: 9, found: 1, faults: Array.from('abcdefgh') }

test('prints a table of expected and found values, and the first faults', () => {
  const { ok, lines } = describeLoad(load, [sound, faulty])
  expect(ok).toBe(false)
  expect(lines.join('\n')).toBe(
    `
                               expected    found
enqueued = delivered                  5        5  ok
in the log = sent                     9        1  FAILED
checks                          rate==1   0.9877  FAILED
http_req_duration{lane:high}  p(95)<200  12.3 ms  ok
http_req_duration{lane:high}     max<50    80 ms  FAILED

in the log = sent:
  a
  b
  c
  d
  e
  and 3 more`.slice(1),
  )
})

test('passes only if all findings and thresholds pass', () => {
  const quick = { ...load, summary: { ...load.summary, metrics: {} } }
  expect(describeLoad(quick, [sound]).ok).toBe(true)
  expect(describeLoad(quick, [faulty]).ok).toBe(false)
  expect(describeLoad(load, [sound]).ok).toBe(false)
})

test('describes the size of the load in one line', () => {
  expect(describeScale(load)).toBe('3 journeys in 2.0 s, 11 requests (5.5/s), 0 results for 0 events')
})
