import { expect, test } from 'vitest'
import { type ReportKey, evolveCounted } from '#domain/reports/keys/report-keys.ts'
import { runCredits } from '#domain/runs/run-credits.ts'
import { noon, storedEvent } from '#tests/build-events.ts'

const minute = 60_000
const ads = [
  { at: noon - 26 * 60 * minute, source: 'google', medium: 'cpc' },
  { at: noon - minute, source: 'brief', medium: 'email' },
]

function pathsOf(touches: typeof ads, isAdmitted: boolean) {
  const asked: ReportKey[] = []
  const admit = (key: ReportKey) => {
    if (key.dimension !== 'path') return true
    asked.push(key)
    return isAdmitted
  }
  const events = [
    storedEvent('start', { meta: { touches } }),
    storedEvent('complete', { position: 2, meta: { touches } }),
  ]
  let state = evolveCounted(undefined, events[0]!, admit)
  state = evolveCounted(state, events[1]!, admit)
  const credits = runCredits(state).filter(({ dimension }) => dimension === 'path')
  return { asked: asked.map(({ key }) => key), keys: credits.map(({ model, key }) => [model, key]) }
}

test('a path that is not admitted is counted as (other), with its days', () => {
  const path = '1 Paid Search > Email'
  expect(pathsOf(ads, true)).toEqual({ asked: [path], keys: [['last', path]] })
  expect(pathsOf(ads, false)).toEqual({ asked: [path], keys: [['last', '1 (other)']] })
})

test('a path of one contact needs no admission', () => {
  expect(pathsOf(ads.slice(0, 1), false)).toEqual({ asked: [], keys: [['last', '1 Paid Search']] })
})
