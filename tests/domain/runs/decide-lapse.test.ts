import { expect, test } from 'vitest'
import { decideLapse } from '#domain/runs/decide-lapse.ts'

const clock = { now: 1_800_000, lapseAfterMs: 60_000 }
const run = { runId: 'r', lastPosition: 7, silentSince: 1_739_999 }
const lapsed = { type: 'lapsed', cause: 'r:7' }

test.each([
  ['silent for longer than the limit', run, { position: 7 }, lapsed],
  ['silent for exactly the limit', { ...run, silentSince: 1_740_000 }, { position: 7 }, undefined],
  [
    'a run that cannot lapse, for example a completed one',
    { ...run, silentSince: null },
    { position: 7 },
    undefined,
  ],
  ['the log contains a later event', run, { position: 8 }, undefined],
  ['the log contains no event of the run', run, undefined, undefined],
])('%s', (_, candidate, last, decision) => {
  expect(decideLapse(candidate, last, clock)).toEqual(decision)
})
