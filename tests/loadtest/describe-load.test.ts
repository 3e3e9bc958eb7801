import { expect, test } from 'vitest'
import { describeLoad, describeScale } from '../../loadtest/describe-load.ts'
import type { Load } from '../../loadtest/run-k6.ts'

const load: Omit<Load, 'series'> = {
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

const sound = { what: 'owed = delivered', expected: 5, found: 5, faults: [] }
const faulty = { what: 'in the log = sent', expected: 9, found: 1, faults: Array.from('abcdefgh') }

test('one table says what was expected, what was found, and the first faults', () => {
  const { ok, lines } = describeLoad(load, [sound, faulty])
  expect(ok).toBe(false)
  expect(lines.join('\n')).toBe(
    `
                               expected    found
owed = delivered                      5        5  ok
in the log = sent                     9        1  OFF
checks                          rate==1   0.9877  OFF
http_req_duration{lane:high}  p(95)<200  12.3 ms  ok
http_req_duration{lane:high}     max<50    80 ms  OFF

in the log = sent:
  a
  b
  c
  d
  e
  and 3 more`.slice(1),
  )
})

test('all is well only when findings and thresholds both are', () => {
  const quick = { ...load, summary: { ...load.summary, metrics: {} } }
  expect(describeLoad(quick, [sound]).ok).toBe(true)
  expect(describeLoad(quick, [faulty]).ok).toBe(false)
  expect(describeLoad(load, [sound]).ok).toBe(false)
})

test('a sentence says what ran', () => {
  expect(describeScale(load)).toBe('3 journeys in 2.0 s, 11 requests (5.5/s), 0 answers about 0 events')
})
