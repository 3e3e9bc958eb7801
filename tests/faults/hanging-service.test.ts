// @module-tag slow
import { expect } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { type TrackerPage, openTracker } from '#tests/web/features/tracking/open-tracker.ts'
import { test } from '#tests/web/features/tracking/tracker-test.ts'
import { allVariants } from '#tests/variants.ts'

declare const window: Window & TrackerPage

const hangMs = 10_000
const maxDelayMs = 15_000
const visitors = allVariants ? 20 : 4

test('events tracked when the service begins to hang for 10 s are delivered within 15 s (p95)', async ({
  browser,
  service,
}) => {
  // Each visitor has an own browser context, because a context opens at most six connections to a service.
  const contexts = await Promise.all(Array.from({ length: visitors }, () => browser.newContext()))
  const pages = await Promise.all(contexts.map((context) => openTracker(context, service.origin)))
  const hung = Date.now()
  // No request of this time gets a response, not even later.
  service.reply = (request) => (request.at < hung + hangMs ? 'hang' : 'ok')
  const delivered = new Map<string, number>()
  await Promise.all(
    pages.map(async (page, index) => {
      // Steps wait up to 5 s for other events; addresses are sent at once.
      await page.evaluate(
        ([number, high]) => (high ? window.email(`${number}@example.org`) : window.step(number)),
        [index, index % 2 === 0] as const,
      )
    }),
  )
  await eventually(() => expect(service.accepted).toHaveLength(visitors), 60_000)
  for (const { at, events } of service.requests.filter((request) => request.at >= hung + hangMs))
    for (const { id, occurredAt } of events)
      if (!delivered.has(id)) delivered.set(id, at - Date.parse(occurredAt))
  await Promise.all(contexts.map((context) => context.close()))
  const delays = [...delivered.values()].toSorted((a, b) => a - b)
  const p95 = delays[Math.ceil(delays.length * 0.95) - 1]!
  console.log(
    `delivered after ${delays.map((delay) => (delay / 1000).toFixed(1)).join(', ')} s; p95 ${p95} ms`,
  )
  expect(delays).toHaveLength(visitors)
  expect(p95).toBeLessThanOrEqual(maxDelayMs)
})
