import { expect, test } from 'vitest'
import { tenEventPosts } from '../../../loadtest/bench/ten-events.ts'
import { noon } from '#tests/build-events.ts'
import { seededRandom } from '../walk-journeys.ts'

test('the yardstick of ten-event posts has all of their events, each with an id of its own', () => {
  const events = tenEventPosts(100, { now: () => noon, random: seededRandom(7) })
  expect(events).toHaveLength(1000)
  expect(new Set(events.map(({ id }) => id)).size).toBe(1000)
})

test('and what makes them heavy: forms, facts and where the visitor comes from', () => {
  const events = tenEventPosts(100, { now: () => noon, random: seededRandom(7) })
  expect(events.some(({ personal }) => personal !== undefined)).toBe(true)
  expect(events.some(({ facts }) => Object.keys(facts).length > 0)).toBe(true)
  expect(events.every(({ meta }) => meta.browser === 'Chrome' && !meta.bot)).toBe(true)
})
