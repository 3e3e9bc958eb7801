import { expect } from 'vitest'
import type { Tab } from '#tests/browsers/driver/tab.ts'
import { eventually } from '#tests/eventually.ts'
import { bundleTracker } from '#tests/web/features/tracking/bundle-tracker.ts'
import { type TrackerPage, prepareTracker } from '#tests/web/features/tracking/open-tracker.ts'
import { startScriptedService } from '#tests/web/features/tracking/scripted-service.ts'
import { type Visit, journeys } from '#tests/browsers/support/journey.ts'
import type { Fault } from '#tests/browsers/support/faulty-front.ts'
import {
  expectText,
  fillDwelling,
  fillPayment,
  fillPerson,
  messagesOf,
  next,
  openPage,
  runIdOf,
} from '#tests/browsers/support/site.ts'

const slug = '/rundfunkbeitrag-anmelden'

const isEvents = (path: string) => path === '/api/events'

const forwardedOf = (visit: Visit, runId: string) =>
  messagesOf(visit, runId).map(({ meta }) => `${meta.event} ${meta.step}`)

/** Waits until the service has forwarded these events of a run, each once. */
async function expectForwarded(visit: Visit, runId: string, events: readonly string[]): Promise<void> {
  await eventually(
    () => expect(forwardedOf(visit, runId)).toEqual(expect.arrayContaining([...events])),
    30_000,
  )
  const repeated = events.filter(
    (event) => forwardedOf(visit, runId).filter((one) => one === event).length > 1,
  )
  expect(repeated).toEqual([])
}

/** Goes through step 1 while the first two requests with its event fail. */
async function passStepDuring(visit: Visit, fault: Fault): Promise<void> {
  const { tab, front } = visit
  await openPage(visit, `${slug}/step-1`)
  const runId = await runIdOf(tab)
  await expectForwarded(visit, runId, ['start 1'])
  let requests = 0
  front.faultOf = (path) => (isEvents(path) && ++requests <= 2 ? fault : undefined)
  await fillPerson(tab)
  await tab.click(next)
  await expectText(tab, 'Schritt 2 von 4')
  await eventually(() => expect(requests).toBeGreaterThan(2))
  await expectForwarded(visit, runId, ['start 1', 'step 1'])
  const { id } = front.posted.find(({ type }) => type === 'step')!
  expect(front.posted.filter((event) => event.id === id).length).toBeGreaterThan(1)
}

/** Tracks eight steps of 25 KB of random text, which hardly shrinks when it is compressed. */
function trackLargeSteps() {
  for (let at = 1; at <= 8; at++) {
    const text = Array.from({ length: 2500 }, () => Math.random().toString(36).slice(2, 12)).join('')
    ;(globalThis as unknown as TrackerPage).step(at, { form: { vorname: text } })
  }
}

/** Returns the ids of the events in IndexedDB. */
function storedEvents(): Promise<IDBValidKey[]> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('formlotse-tracker')
    request.addEventListener('error', () => reject(new Error('IndexedDB is not available')))
    request.addEventListener('success', () => {
      const keys = request.result.transaction('events').objectStore('events').getAllKeys()
      keys.addEventListener('success', () => resolve(keys.result))
    })
  })
}

journeys('tracking', (journey) => {
  const faults: [string, Fault][] = [
    ['answers 500', { status: 500 }],
    ['answers 503', { status: 503 }],
    ['resets connections', 'reset'],
    ['stores events but loses its answers', 'lost-answer'],
  ]
  for (const [name, fault] of faults)
    journey(`a step reaches the receiver once after a service that ${name}`, (visit) =>
      passStepDuring(visit, fault),
    )

  journey('a slow service holds no step back', async (visit) => {
    const { tab, front } = visit
    await openPage(visit, `${slug}/step-1`)
    const runId = await runIdOf(tab)
    front.faultOf = (path) => (isEvents(path) ? { delayMs: 3000 } : undefined)
    await fillPerson(tab)
    await tab.click(next)
    await expectText(tab, 'Schritt 2 von 4')
    // The event of the step waits 5 s for others, and then 3 s for the service.
    expect(forwardedOf(visit, runId)).not.toContain('step 1')
    await expectForwarded(visit, runId, ['start 1', 'step 1'])
  })

  for (const place of ['the shown tab', 'a tab in the background'])
    journey(`closing ${place} sends pending events with the departure`, async (visit) => {
      const tab = await visit.browser.newTab()
      await openPage({ ...visit, tab }, `${slug}/step-1`)
      const runId = await runIdOf(tab)
      if (place !== 'the shown tab') await visit.browser.newTab()
      await fillPerson(tab)
      await tab.click(next)
      await expectText(tab, 'Schritt 2 von 4')
      await tab.close()
      await expectForwarded(visit, runId, ['start 1', 'step 1', 'abandon 2'])
    })

  journey(
    'events that exceed the quota of a closing tab are sent by the next page',
    async ({ tab, browser }) => {
      const service = await startScriptedService(await bundleTracker())
      const openTracker = async (place: Tab) => {
        await place.open(service.origin)
        await place.run(prepareTracker, { runId: crypto.randomUUID(), sessionId: crypto.randomUUID() })
      }
      try {
        const other = await browser.newTab()
        await openTracker(tab)
        await tab.run(trackLargeSteps)
        await eventually(async () => expect((await tab.run(storedEvents)).length).toBe(8))
        await tab.close()
        await eventually(() => expect(service.accepted.at(0)?.step).toBeGreaterThan(4))
        await openTracker(other)
        await eventually(() =>
          expect(new Set(service.accepted.map(({ step }) => step))).toEqual(
            new Set([1, 2, 3, 4, 5, 6, 7, 8]),
          ),
        )
      } finally {
        await service.close()
      }
    },
  )

  journey('an e-mail address that could not be sent is sent by the next visit', async (visit) => {
    const { tab, browser, front } = visit
    await openPage(visit, `${slug}/step-1`)
    const runId = await runIdOf(tab)
    await expectForwarded(visit, runId, ['start 1'])
    const other = await browser.newTab()
    await fillPerson(tab)
    await tab.click(next)
    await fillDwelling(tab)
    await tab.click(next)
    front.faultOf = (path) => (isEvents(path) ? 'reset' : undefined)
    await fillPayment(tab)
    await eventually(() => expect(front.posted.map(({ type }) => type)).toContain('email'))
    await tab.close()
    front.faultOf = () => undefined
    await other.open(`${front.url}${slug}/step-3`)
    await eventually(() =>
      expect(messagesOf(visit, runId).filter(({ meta }) => meta.event === 'email')).toHaveLength(1),
    )
  })
})
