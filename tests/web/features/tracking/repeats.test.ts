import { expect, test } from 'vitest'
import { createRepeats } from '#web/features/tracking/repeats.ts'
import type { TrackedEvent } from '#web/features/tracking/tracked-event.ts'

const step = {
  type: 'step',
  funnel: 'anmeldung',
  funnelVersion: 1,
  runId: 'run',
  step: 1,
  data: { seconds: 4 },
  form: { vorname: 'Ada', adresse: { ort: 'Berlin', plz: '10115' } },
} as const satisfies TrackedEvent
const abandon = { ...step, type: 'abandon', data: { trigger: 'blur' } } as const satisfies TrackedEvent

test.each<[string, TrackedEvent, TrackedEvent, boolean]>([
  ['the same content', step, step, true],
  ['other seconds', step, { ...step, data: { seconds: 9 } }, true],
  ['other times of fields', step, { ...step, data: { seconds: 4, fieldTimes: [] } }, true],
  ['another last field', abandon, { ...abandon, data: { trigger: 'blur', field: 'vorname' } }, true],
  ['another trigger', abandon, { ...abandon, data: { trigger: 'pagehide' } }, true],
  [
    'another order of keys',
    step,
    { ...step, form: { adresse: { plz: '10115', ort: 'Berlin' }, vorname: 'Ada' } },
    true,
  ],
  ['another value', step, { ...step, form: { vorname: 'Adam' } }, false],
  ['another step', step, { ...step, step: 2 }, false],
  ['another run', step, { ...step, runId: 'other' }, false],
  ['another type', step, abandon, false],
])('an event with %s within 30 s', (_, first, second, repeated) => {
  const unlessRepeated = createRepeats(() => 0)
  unlessRepeated(first)!()
  expect(unlessRepeated(second) === undefined).toBe(repeated)
})

test('repeats are dropped for 30 s from the first event and do not extend the window', () => {
  let now = 0
  const unlessRepeated = createRepeats(() => now)
  const results = [0, 20_000, 29_999, 30_000, 59_999, 60_000].map((at) => {
    now = at
    const remember = unlessRepeated(step)
    remember?.()
    return !remember
  })
  expect(results).toEqual([false, true, true, false, true, false])
})

test('an event that could not be queued is accepted again', () => {
  const unlessRepeated = createRepeats(() => 0)
  expect(unlessRepeated(step)).toBeDefined()
  expect(unlessRepeated(step)).toBeDefined()
})
