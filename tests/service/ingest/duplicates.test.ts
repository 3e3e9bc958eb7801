import { createHash, randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EventResult } from '#domain/events/wire-events.ts'
import { anmeldungForm, envelope, noon, wireEvent } from '#tests/build-events.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
// Sets the clock to noon before each test. The tests can share one log, because each test uses its own runs.
beforeEach(() => service.clock.set(noon))
afterAll(() => service.close())

async function ingest(...events: unknown[]): Promise<EventResult[]> {
  return (await service.post(envelope(events))).body.results
}

const secret = 'secret of the run'
const secretHash = createHash('sha256').update(secret).digest('hex')

/** Sends events with the secret of their run. */
async function ingestOwn(...events: unknown[]): Promise<EventResult[]> {
  return (await service.post(envelope(events), { 'x-run-secret': secret })).body.results
}

/** Starts a run and returns the event of its order, which is not sent yet. */
async function orderOfRun(over: Record<string, unknown> = {}) {
  const event = wireEvent('complete', over)
  await ingest(wireEvent('start', { runId: event.runId, data: { secretHash, entry: '/' } }))
  return event
}

const step = () => wireEvent('step', { form: { anrede: 'frau', vorname: 'Łucja' } })
const order = (result: EventResult | undefined) => (result && 'order' in result ? result.order : undefined)

/** Stores an event. Returns its result, and the results to expect for a repeat and for the next event. */
async function store(event: unknown) {
  const [result] = await ingest(event)
  expect(result?.status).toBe('stored')
  const position = result && 'position' in result ? result.position : 0
  return {
    result,
    duplicate: { status: 'duplicate', position },
    next: { status: 'stored', position: position + 1 },
  }
}

/** Returns an event with the same content and a new id, like the second event of a double click. */
const again = <Event extends object>(event: Event, over: object = {}) => ({
  ...event,
  id: uuidv7(),
  ...over,
})

describe('one request', () => {
  test('stores valid events next to invalid ones, and responds in order', async () => {
    const good = wireEvent('start')
    const bad = wireEvent('step', { form: { hobby: 'x' } })
    const { status, body } = await service.post(envelope([bad, good, 7]))
    expect(status).toBe(200)
    expect(body.results).toMatchObject([
      { id: bad.id, status: 'rejected', issues: [{ path: 'form.hobby' }] },
      { id: good.id, status: 'stored', position: await service.store.log.head() },
      { id: null, status: 'rejected' },
    ])
  })

  test('in which every event is wrong returns 422 with the results', async () => {
    const bad = wireEvent('step', { step: 4 })
    const { status, body, headers } = await service.post(envelope([bad]))
    expect(status).toBe(422)
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(body.results).toMatchObject([{ id: bad.id, status: 'rejected' }])
  })

  test('that contains an id twice stores it once', async () => {
    const event = wireEvent('start')
    const [first, second] = await ingest(event, event)
    expect(first).toMatchObject({ status: 'stored' })
    expect(second).toEqual({ ...first, status: 'duplicate' })
  })

  test('is counted by result and by day', async () => {
    service.clock.advance(10 * 24 * 3_600_000)
    const event = wireEvent('start')
    await ingest(event, event, 7)
    await service.ingest.flush()
    const counters = await service.store.log.counters('2026-11-30', '2026-11-30')
    expect(Object.fromEntries(counters.map(({ name, count }) => [name, count]))).toEqual({
      received: 3,
      stored: 1,
      duplicate: 1,
      rejected: 1,
    })
  })
})

describe('the same id', () => {
  test('is stored once, permanently', async () => {
    const event = wireEvent('start')
    const { duplicate } = await store(event)
    service.clock.advance(400 * 24 * 3_600_000)
    expect(await ingest(event)).toEqual([{ id: event.id, ...duplicate }])
    expect(await service.store.log.head()).toBe(duplicate.position)
  })

  test('is a duplicate, whatever its other content', async () => {
    const event = wireEvent('start')
    const { duplicate } = await store(event)
    const id = event.id.toUpperCase()
    expect(await ingest(wireEvent('step', { id }))).toEqual([{ id, ...duplicate }])
  })
})

describe('the same content under another id', () => {
  test('is suppressed for exactly 30 s after the stored event', async () => {
    const event = step()
    const { duplicate, next } = await store(event)
    service.clock.advance(29_999)
    expect(await ingest(again(event))).toMatchObject([duplicate])
    service.clock.advance(1)
    expect(await ingest(again(event))).toMatchObject([next])
  })

  test('does not extend the window by repeating', async () => {
    const event = step()
    await store(event)
    for (const _ of [1, 2]) {
      service.clock.advance(14_000)
      expect(await ingest(again(event))).toMatchObject([{ status: 'duplicate' }])
    }
    service.clock.advance(2000)
    expect(await ingest(again(event))).toMatchObject([{ status: 'stored' }])
  })

  test('is recorded, so that its own retry after the window is a duplicate as well', async () => {
    const event = step()
    const click = again(event)
    const { duplicate } = await store(event)
    await ingest(click)
    service.clock.advance(24 * 3_600_000)
    expect(await ingest(click)).toMatchObject([duplicate])
  })

  test('is suppressed inside one request', async () => {
    const event = step()
    expect(await ingest(event, again(event))).toMatchObject([{ status: 'stored' }, { status: 'duplicate' }])
  })

  test.each<[string, object]>([
    ['the clock', { occurredAt: '2026-11-20T10:00:03.000Z' }],
    ['the seconds', { data: { seconds: 999 } }],
    [
      'the times of the fields',
      { data: { seconds: 4, fieldTimes: [{ field: 'vorname', seconds: 4, edits: 1, empty: false }] } },
    ],
    ['the order of the fields', { form: { vorname: 'Łucja', anrede: 'frau' } }],
    [
      'spaces and empty values',
      { form: { vorname: ' Łucja ', anrede: 'frau', nachname: '', adresse: { land: 'Deutschland' } } },
    ],
  ])('is equal if it differs by %s', async (_, over) => {
    const event = step()
    await store(event)
    expect(await ingest(again(event, over))).toMatchObject([{ status: 'duplicate' }])
  })

  test.each<[string, object]>([
    ['the run', { runId: randomUUID() }],
    ['the step', { step: 2 }],
    ['an answer', { form: { anrede: 'frau', vorname: 'Lucja' } }],
    ['a fact', { form: { anrede: 'herr', vorname: 'Łucja' } }],
    ['a field more', { form: { anrede: 'frau', vorname: 'Łucja', nachname: 'Nowak' } }],
  ])('is different if it differs by %s', async (_, over) => {
    const event = step()
    const { next } = await store(event)
    expect(await ingest(again(event, over))).toMatchObject([next])
  })

  test('an abandon for another reason is a duplicate', async () => {
    const event = wireEvent('abandon')
    await store(event)
    expect(await ingest(again(event, { data: { trigger: 'hidden' } }))).toMatchObject([
      { status: 'duplicate' },
    ])
  })

  test('an abandon in another field is a duplicate', async () => {
    const event = wireEvent('abandon')
    await store(event)
    expect(await ingest(again(event, { data: { trigger: 'hidden', field: 'vorname' } }))).toMatchObject([
      { status: 'duplicate' },
    ])
  })

  test('is distinguished by type', async () => {
    const runId = randomUUID()
    await ingest(wireEvent('step', { runId, form: {} }))
    expect(await ingest(wireEvent('abandon', { runId, form: {} }))).toMatchObject([{ status: 'stored' }])
  })
})

describe('one order a run', () => {
  test('a complete returns its order, whose id is the event and whose number is in the log', async () => {
    const event = wireEvent('complete')
    const [result] = await ingest(event)
    const [stored] = await service.store.log.readRun(event.runId)
    expect(order(result)).toEqual({
      id: event.id,
      number: expect.stringMatching(/^FL-[0-9A-HJKMNP-TV-Z]{10}$/) as string,
      checkoutUrl: `/checkout/anmeldung?order=${event.id}`,
    })
    expect(stored).toMatchObject({ data: { orderNumber: order(result)?.number, priceCents: 4999 } })
  })

  test('a repeated complete returns the same order to the owner of the run', async () => {
    const event = await orderOfRun()
    const { result: first, duplicate } = await store(event)
    service.clock.advance(60_000)
    const [second] = await ingestOwn(event)
    expect(second).toMatchObject(duplicate)
    expect(order(second)).toEqual(order(first))
  })

  test.each([
    ['no secret', {}],
    ['another secret', { 'x-run-secret': 'guessed' }],
    ['the hash of the secret', { 'x-run-secret': secretHash }],
  ])('a repeated complete with %s is a duplicate without the order', async (_, headers) => {
    const event = await orderOfRun()
    const { duplicate } = await store(event)
    const forged = { ...again(event), form: {} }
    for (const repeated of [event, again(event)])
      expect((await service.post(envelope([repeated]), headers)).body.results).toEqual([
        { id: repeated.id, ...duplicate },
      ])
    expect((await service.post(envelope([forged]), headers)).body.results).toMatchObject([
      { status: 'rejected' },
    ])
    expect((await ingestOwn(forged))[0]).toMatchObject(duplicate)
  })

  test('a later complete of the run changes nothing, even days later and with other values', async () => {
    const event = await orderOfRun()
    const { result: first, duplicate } = await store(event)
    service.clock.advance(3 * 24 * 3_600_000)
    const [second] = await ingestOwn(
      again(event, { form: { ...anmeldungForm, vorname: 'Lucia', serviceLevel: 'vip' } }),
    )
    expect(second).toMatchObject(duplicate)
    expect(order(second)).toEqual(order(first))
    expect(await service.store.log.head()).toBe(duplicate.position)
    expect(await service.store.vault.read(event.runId)).toHaveLength(1)
  })

  test('two concurrent ones create one order', async () => {
    const event = await orderOfRun()
    const twin = again(event, { form: { ...anmeldungForm, vorname: 'Lucia' } })
    const [[first], [second]] = await Promise.all([ingestOwn(event), ingestOwn(twin)])
    expect(new Set([first?.status, second?.status])).toEqual(new Set(['duplicate', 'stored']))
    expect(order(first)).toEqual(order(second))
  })

  test('another run has another order', async () => {
    const [first] = await ingest(wireEvent('complete'))
    const [second] = await ingest(wireEvent('complete'))
    expect(order(second)?.id).not.toBe(order(first)?.id)
    expect(order(second)?.number).not.toBe(order(first)?.number)
  })

  test('a retry that has become invalid is still a duplicate with its order', async () => {
    const event = await orderOfRun({ form: { ...anmeldungForm, anmeldungZu: '2026-05' } })
    const { result: first, duplicate } = await store(event)
    // The retry is sent on 1 December in Berlin. May is then more than six months ago and invalid in a new order.
    service.clock.set(Date.parse('2026-11-30T23:00:00Z'))
    const [second] = await ingestOwn(event)
    expect(second).toMatchObject(duplicate)
    expect(order(second)).toEqual(order(first))
    const stranger = wireEvent('complete', { form: { ...anmeldungForm, anmeldungZu: '2026-05' } })
    expect((await ingest(stranger))[0]?.status).toBe('rejected')
  })
})
