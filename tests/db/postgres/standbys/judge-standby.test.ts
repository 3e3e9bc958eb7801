import { describe, expect, test } from 'vitest'
import {
  type PrimaryReport,
  type StandbyReport,
  caughtUpAt,
  isAhead,
  refusalOf,
  stateOfLag,
} from '#db/postgres/standbys/judge-standby.ts'

const primary: PrimaryReport = { system: 'one', timeline: 2, written: 500 }
const standby = (over: Partial<StandbyReport> = {}): StandbyReport => ({
  system: 'one',
  inRecovery: true,
  timeline: 2,
  replayed: 500,
  ...over,
})

describe('a standby caught up last', () => {
  const samples = [
    { at: 1000, written: 300 },
    { at: 2000, written: 500 },
    { at: 3000, written: 500 },
  ]

  test.each([
    ['now, if it has replayed everything, although an idle primary wrote nothing new', 500, 3000],
    ['when the primary had written what it has replayed', 499, 1000],
    ['at no known time, if it has replayed less than the primary ever had', 299, undefined],
  ])('%s', (_, replayed, at) => {
    expect(caughtUpAt(samples, standby({ replayed }))).toBe(at)
  })

  test('at no known time, if the primary has not responded yet', () => {
    expect(caughtUpAt([], standby())).toBeUndefined()
  })
})

test.each([
  [standby(), undefined],
  [standby({ system: 'other' }), 'belongs to another cluster'],
  [standby({ inRecovery: false }), 'is not a standby'],
  [standby({ timeline: 1, replayed: 600 }), 'has not followed the primary to timeline 2'],
  [standby({ timeline: undefined }), 'has not followed the primary to timeline 2'],
])('%o is refused: %s', (report, reason) => {
  expect(refusalOf(primary, { ...report, ahead: false })).toBe(reason)
})

test.each([
  [
    'has replayed more on the same timeline, because the primary was restored',
    standby({ replayed: 501 }),
    true,
  ],
  ['has replayed as much', standby(), false],
  [
    'was on another timeline, whose positions cannot be compared',
    standby({ timeline: 1, replayed: 501 }),
    false,
  ],
])('a standby that %s before the primary responded', (_, earlier, ahead) => {
  expect(isAhead(earlier, primary)).toBe(ahead)
  expect(refusalOf(primary, { ...standby(), ahead })).toBe(ahead ? 'is ahead of the primary' : undefined)
})

test('a standby is left out as soon as it lags by more than the maximum', () => {
  const maxLagMs = 10_000
  expect(stateOfLag(1000, { now: 11_000, maxLagMs })).toEqual({ state: 'usable', lagMs: 10_000 })
  expect(stateOfLag(1000, { now: 11_001, maxLagMs })).toEqual({ state: 'lagging', lagMs: 10_001 })
  expect(stateOfLag(undefined, { now: 1000, maxLagMs })).toEqual({ state: 'lagging', lagMs: undefined })
})
