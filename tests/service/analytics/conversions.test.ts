import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { conversionQueue } from '#db/queue.ts'
import { startConversionTeller } from '#service/analytics/tell-conversions.ts'
import { eraseRuns } from '#service/privacy/erase-runs.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { noon } from '#tests/build-events.ts'
import { type Receiver, openReceiver } from '#tests/service/forwarding/receiver.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { orderRun } from '#tests/service/orders/ordered-run.ts'
import { eventually } from '#tests/eventually.ts'

let service: TestService
let receiver: Receiver
let lines: string[]
let counted: string[]
const tellers: ReturnType<typeof startConversionTeller>[] = []
beforeAll(async () => void (service = await openTestService()))
afterAll(() => service.close())
beforeEach(async () => {
  receiver = await openReceiver()
  lines = []
  counted = []
})
afterEach(async () => {
  await Promise.all(tellers.splice(0).map((teller) => teller.stop(0)))
  await receiver.close()
  // What this test left is none of the next one's business.
  for (const job of await service.store.queue.claim(conversionQueue, Number.MAX_SAFE_INTEGER / 2, 1000, 100))
    await service.store.queue.done(job)
})

const minute = 60_000
const told = () => receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>)

const count = (kind: string, result: string) => void counted.push(`${kind} ${result}`)

/** As the service of another process would, on the same store. */
function tell() {
  const { store, clock } = service
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const teller = startConversionTeller({ url: receiver.url, store, now: clock.now, log, count, pollMs: 10 })
  tellers.push(teller)
  return teller
}

/** Brings the projections up with the log, as their runner does. */
async function project(tellsConversions = true): Promise<void> {
  const { store, clock } = service
  for (;;) {
    const place = await store.projections.live()
    const progress = await projectNext(store, place, { size: 500, now: clock.now(), tellsConversions })
    if (progress.kind !== 'committed') return
  }
}

async function jobs(): Promise<number> {
  return (await service.store.queue.depth()).find(({ queue }) => queue === conversionQueue)?.jobs ?? 0
}

async function leave(over: Parameters<typeof orderRun>[1] = { consent: 'marketing' }) {
  const run = await orderRun(service, over)
  expect((await run.checkout()).status).toBe(200)
  return run
}

test('with consent an order that leaves for its payment is told with its fields', async () => {
  const run = await leave()
  await project()
  tell()
  await eventually(() => expect(told()).toHaveLength(1))
  expect(told()[0]).toEqual({
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
  await eventually(async () => expect(await jobs()).toBe(0))
  expect(counted).toEqual(['conversion sent'])
})

test.each([
  ['without consent', { consent: 'none' }],
  ['of a robot', { consent: 'marketing', userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
] as const)('an order %s is recorded all the same, and nobody is told', async (_, over) => {
  const run = await leave(over)
  await project()
  expect(await run.types()).toEqual(['start', 'complete', 'converted'])
  expect(await jobs()).toBe(0)
  // Nor if somebody put a job for it by mistake.
  await service.store.queue.put([{ queue: conversionQueue, key: run.order.id, runAt: 0 }])
  tell()
  await eventually(async () => expect(await jobs()).toBe(0))
  expect(told()).toEqual([])
})

test('nothing is owed where no analytics service is set, nor by a rebuild of what was told', async () => {
  await leave()
  await project(false)
  expect(await jobs()).toBe(0)
})

test('it is told once, over reloads, repeated payments and two processes', async () => {
  const run = await leave()
  await Promise.all([run.checkout(), run.checkout()])
  await project()
  tell()
  tell()
  await eventually(() => expect(told()).toHaveLength(1))
  await run.checkout()
  await run.callback()
  await project()
  await sleep(100)
  expect(told()).toHaveLength(1)
})

test('a receiver that fails is tried again later with the same transaction, until it answers', async () => {
  receiver.react(500, (response) => response.destroy())
  const run = await leave()
  await project()
  const teller = tell()
  await eventually(() => expect(counted).toEqual(['conversion failed']))
  service.clock.advance(14_000)
  teller.wake()
  await sleep(50)
  expect(told()).toHaveLength(1)
  service.clock.advance(1000)
  await eventually(() => expect(counted).toHaveLength(2))
  service.clock.advance(minute)
  await eventually(() =>
    expect(counted).toEqual(['conversion failed', 'conversion failed', 'conversion sent']),
  )
  expect(told().map((message) => message['transaction_id'])).toEqual(Array(3).fill(run.order.number))
  expect(new Set(receiver.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(await jobs()).toBe(0)
  for (const value of ['lucja', 'Müller', 'click-1', receiver.url])
    expect(lines.join('')).not.toContain(value)
})

test('one that a stopped process had begun is told by the next one', async () => {
  receiver.react(() => undefined)
  await leave()
  await project()
  const first = tell()
  await eventually(() => expect(told()).toHaveLength(1))
  await first.stop(0)
  expect(await jobs()).toBe(1)
  service.clock.advance(26_000)
  tell()
  await eventually(() => expect(counted).toEqual(['conversion sent']))
})

test('after three days it is given up, and somebody can see that', async () => {
  receiver.react(410)
  await leave()
  await project()
  service.clock.advance(73 * 60 * minute)
  tell()
  await eventually(() => expect(counted).toEqual(['conversion dropped']))
  await eventually(async () => expect(await jobs()).toBe(0))
  expect(lines.join('')).toContain('given up')
})

test('of somebody who was erased meanwhile nothing is told', async () => {
  const run = await leave()
  await project()
  const now = service.clock.now()
  await eraseRuns(service.store, [{ at: now, runIds: [run.runId] }], now)
  tell()
  await eventually(async () => expect(await jobs()).toBe(0))
  expect(told()).toEqual([])
})
