import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import type { DestinationName } from '#db/ports/outbox-store.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createConversions } from '#service/outbox/destinations/conversions/conversions.ts'
import { createDispatcher } from '#service/outbox/dispatcher.ts'
import { excludeRun, includeRun } from '#service/projections/exclude-run.ts'
import { eraseRuns } from '#service/privacy/erase-runs.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { noon } from '#tests/build-events.ts'
import { type Receiver, openReceiver } from './receiver.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { orderRun } from '#tests/service/orders/ordered-run.ts'
import { eventually } from '#tests/eventually.ts'

let service: TestService
let receiver: Receiver
let lines: string[]
let counted: string[]
const dispatchers: ReturnType<typeof createDispatcher>[] = []
beforeAll(async () => void (service = await openTestService()))
afterAll(() => service.close())
beforeEach(async () => {
  receiver = await openReceiver()
  lines = []
  counted = []
})
afterEach(async () => {
  await Promise.all(dispatchers.splice(0).map((dispatcher) => dispatcher.stop(0)))
  await receiver.close()
  // Discards the remaining messages, so that the next test starts without any.
  const { outbox } = service.store
  const now = Number.MAX_SAFE_INTEGER / 2
  const attempt = { number: 1, startedAt: 0, durationMs: 0, status: null, error: null }
  for (const row of await outbox.claimDue({ destination: 'conversions', now, leaseMs: 1, limit: 100 }))
    await outbox.finish(row, attempt, { state: 'discarded' })
})

const minute = 60_000
const reported = () => receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>)

const count = (kind: string, result: string) => void counted.push(`${kind} ${result}`)

/**
 * Starts a dispatcher, which sends the conversions in the outbox. Each dispatcher acts like a separate process of the
 * service.
 */
function dispatch(store: TestService['store'] = service.store) {
  const { clock } = service
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const { now } = clock
  const destinations = [createConversions({ url: receiver.url, store, now, count })]
  const dispatcher = createDispatcher({ store, destinations, now, random: () => 0.5, log, pollMs: 10 })
  dispatchers.push(dispatcher)
  return dispatcher
}

/** Projects the whole log. This also enqueues the conversions of new orders. */
async function project(destinations: readonly DestinationName[] = ['conversions']): Promise<void> {
  const { store, clock } = service
  for (;;) {
    const place = await store.projections.live()
    const progress = await projectNext(store, place, { size: 500, now: clock.now(), destinations })
    if (progress.kind !== 'committed') return
  }
}

async function pending(): Promise<number> {
  return (await service.store.outbox.list({ destination: 'conversions', state: 'pending', limit: 99 })).length
}

async function leave(over: Parameters<typeof orderRun>[1] = { consent: 'marketing' }) {
  const run = await orderRun(service, over)
  expect((await run.checkout()).status).toBe(200)
  return run
}

test('with consent, a conversion is reported with all its fields', async () => {
  const run = await leave()
  await project()
  dispatch()
  await eventually(() => expect(reported()).toHaveLength(1))
  expect(reported()[0]).toEqual({
    type: 'conversion',
    transaction_id: run.order.number,
    at: new Date(noon).toISOString(),
    funnel: 'anmeldung',
    value: 49.99,
    currency: 'EUR',
    gclid: 'click-1',
    fbclid: null,
    msclkid: null,
    ttclid: 'click-2',
    twclid: null,
    user_data: {
      email: 'lucja@example.org',
      first_name: 'Łucja',
      last_name: 'Müller-Lüdenscheidt',
      street: 'Hauptstraße 12a',
      postal_code: '10115',
      city: 'Berlin',
      country: 'DE',
    },
  })
  await eventually(async () => expect(await pending()).toBe(0))
  expect(counted).toEqual(['conversion sent'])
})

test('a conversion of an excluded run waits until the run is included', async () => {
  const { store, clock } = service
  const { order } = await leave()
  await project()
  const runId = (await store.log.find({ id: order.id }))!.runId
  await excludeRun(store, { runId, at: clock.now(), by: 'operator', reason: '' })
  dispatch()
  await sleep(100)
  expect(reported()).toEqual([])
  expect(await pending()).toBe(1)
  // Advances the clock before the run is included. Advancing it during the following attempt would let the lease of the
  // attempt expire.
  clock.advance(2 * 60 * minute)
  await includeRun(store, runId, { destinations: ['conversions'], now: clock.now() })
  await eventually(() => expect(reported()).toMatchObject([{ transaction_id: order.number }]))
})

test('a conversion that cannot be composed does not block others', async () => {
  const { store } = service
  const [damaged, whole] = [await leave(), await leave()]
  await project()
  const { runId } = (await store.log.find({ id: damaged.order.id }))!
  const readAt: typeof store.vault.readAt = (id, position) =>
    id === runId ? Promise.reject(new Error('damaged')) : store.vault.readAt(id, position)
  dispatch({ ...store, vault: { ...store.vault, readAt } })
  await eventually(() => expect(reported()).toMatchObject([{ transaction_id: whole.order.number }]))
  await eventually(() => expect(counted.toSorted()).toEqual(['conversion failed', 'conversion sent']))
  expect(lines.join()).toContain('not sent: Error')
  expect(await pending()).toBe(1)
})

test.each([
  ['without consent', { consent: 'none' }],
  ['of a bot', { consent: 'marketing', userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
] as const)('a conversion %s is recorded but not reported', async (_, over) => {
  const run = await leave(over)
  await project()
  expect(await run.types()).toEqual(['start', 'complete', 'converted'])
  expect(await pending()).toBe(0)
})

test('nothing is enqueued without an analytics service', async () => {
  await leave()
  await project([])
  expect(await pending()).toBe(0)
})

test('a conversion is reported once despite reloads, repeated payments and two processes', async () => {
  const run = await leave()
  await Promise.all([run.checkout(), run.checkout()])
  await project()
  dispatch()
  dispatch()
  await eventually(() => expect(reported()).toHaveLength(1))
  await run.checkout()
  await run.callback()
  await project()
  await sleep(100)
  expect(reported()).toHaveLength(1)
})

test('a failed report is retried later with the same transaction id until it succeeds', async () => {
  receiver.react(500, (response) => response.destroy())
  const run = await leave()
  await project()
  const dispatcher = dispatch()
  await eventually(() => expect(counted).toEqual(['conversion failed']))
  service.clock.advance(14_000)
  dispatcher.wake()
  await sleep(50)
  expect(reported()).toHaveLength(1)
  service.clock.advance(1000)
  await eventually(() => expect(counted).toHaveLength(2))
  service.clock.advance(minute)
  await eventually(() =>
    expect(counted).toEqual(['conversion failed', 'conversion failed', 'conversion sent']),
  )
  expect(reported().map((message) => message['transaction_id'])).toEqual(Array(3).fill(run.order.number))
  expect(new Set(receiver.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(await pending()).toBe(0)
  for (const value of ['lucja', 'Müller', 'click-1', receiver.url])
    expect(lines.join('')).not.toContain(value)
})

test('a report interrupted by a stop of the process is sent by the next process', async () => {
  receiver.react(() => undefined)
  await leave()
  await project()
  const first = dispatch()
  await eventually(() => expect(reported()).toHaveLength(1))
  await first.stop(0)
  expect(await pending()).toBe(1)
  service.clock.advance(26_000)
  dispatch()
  await eventually(() => expect(counted).toEqual(['conversion sent']))
})

test('a conversion is dropped and logged after three days', async () => {
  receiver.react(410)
  await leave()
  await project()
  service.clock.advance(73 * 60 * minute)
  dispatch()
  await eventually(() => expect(counted).toEqual(['conversion dropped']))
  await eventually(async () => expect(await pending()).toBe(0))
  expect(lines.join('')).toContain('too old to be reported')
})

test('nothing is reported about a person who was erased in the meantime', async () => {
  const run = await leave()
  await project()
  const now = service.clock.now()
  await eraseRuns(service.store, [{ at: now, runIds: [run.runId] }], now)
  dispatch()
  await eventually(async () => expect(await pending()).toBe(0))
  expect(reported()).toEqual([])
})
