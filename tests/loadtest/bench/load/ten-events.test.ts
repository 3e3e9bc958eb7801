import { expect, test } from 'vitest'
import { tenEventPosts } from '#loadtest/bench/load/ten-events.ts'
import { noon } from '#tests/build-events.ts'
import { seededRandom } from '#domain/invented-data/chance.ts'

test('the yardstick of ten-event posts has the same number of events, with unique ids', () => {
  const events = tenEventPosts(100, { now: () => noon, random: seededRandom(7) })
  expect(events).toHaveLength(1000)
  expect(new Set(events.map(({ id }) => id)).size).toBe(1000)
})

test('the events have forms, facts and the browser of the visitor', () => {
  const events = tenEventPosts(100, { now: () => noon, random: seededRandom(7) })
  expect(events.some(({ personal }) => personal !== undefined)).toBe(true)
  expect(events.some(({ facts }) => Object.keys(facts).length > 0)).toBe(true)
  expect(events.every(({ meta }) => meta.browser === 'Chrome' && !meta.bot)).toBe(true)
})
