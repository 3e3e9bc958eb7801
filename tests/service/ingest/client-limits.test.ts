import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { StoreUnavailable } from '#db/ports/store.ts'
import type { WireEventInput } from '#domain/events/wire-events.ts'
import { readEnvelope } from '#service/ingest/read-envelope.ts'
import { closeServer, listen } from '#service/http/listen.ts'
import { envelope, noon, wireEvent } from '#tests/build-events.ts'
import { openTestService } from '#tests/service/harness.ts'

// Tests of the limits per client and minute, except the limit on the number of requests.

async function open(rateLimit = true) {
  const service = await openTestService({ settings: { rateLimit } })
  onTestFinished(() => service.close())
  return service
}

const ofRun = (count: number, over: object = {}) => {
  const runId = randomUUID()
  return Array.from({ length: count }, (_, at) =>
    wireEvent('step', { runId, data: { seconds: at }, ...over }),
  )
}

test('3,000 events in any number of requests; further ones get 429 and are not stored', async () => {
  const service = await open()
  for (let at = 0; at < 60; at++) expect((await service.post(envelope(ofRun(50)))).status).toBe(200)
  const head = await service.store.log.head()
  const { status, headers, body } = await service.post(envelope(ofRun(1)))
  expect(status).toBe(429)
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(body).toMatchObject({
    type: 'urn:formlotse:problem:too-many-requests',
    detail: 'At most 3000 events a minute are accepted from one client.',
  })
  expect(await service.store.log.head()).toBe(head)
})

const long = 'a'.repeat(1000)
const largeForm = (at: number) => ({ vorname: `${at}${long}`.slice(0, 1000), nachname: long })

const large = () => {
  const runId = randomUUID()
  return Array.from({ length: 50 }, (_, at) => wireEvent('step', { runId, form: largeForm(at) }))
}

test('4 MB of stored rows: the request that exceeds them is refused', async () => {
  const service = await open()
  let stored = 0
  let answer = await service.post(envelope(large()))
  for (let sent = 1; answer.status === 200 && sent < 59; sent++) {
    expect(answer.body.results.every(({ status }) => status === 'stored')).toBe(true)
    stored += 50
    answer = await service.post(envelope(large()))
  }
  expect(answer.status).toBe(429)
  expect(answer.body).toMatchObject({ detail: expect.stringContaining('bytes of stored events') as string })
  expect(await service.store.log.head()).toBe(stored)
  expect(stored).toBeGreaterThan(1000)
})

test('concurrent requests do not store more than 4 MB', async () => {
  const service = await open()
  const { server, port } = await listen(service.app, 0)
  onTestFinished(() => closeServer(server, 0))
  const bodies = Array.from({ length: 58 }, () => JSON.stringify(envelope(large())))
  const release = Promise.withResolvers<void>()
  const statuses = await Promise.all(bodies.map((body) => sendHeld(port, body, release)))
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  const database = new Database(path.join(service.folder, 'formlotse.db'), { readonly: true })
  onTestFinished(() => void database.close())
  const bytes = database.prepare<[], number>('SELECT sum(bytes) FROM run_usage').pluck().get()!
  expect(bytes).toBeLessThanOrEqual(4 * 1024 * 1024)
  expect(bytes).toBeGreaterThan(3 * 1024 * 1024)
})

let held = 0
/**
 * Sends a request and returns the status. Sends the last byte only when all 58 requests lack only their last byte, so
 * that the service handles them at the same time.
 */
async function sendHeld(port: number, body: string, release: PromiseWithResolvers<void>): Promise<number> {
  const sent = request({ port, path: '/api/events', method: 'POST', agent: false })
  sent.setHeader('content-type', 'application/json')
  sent.setHeader('content-length', Buffer.byteLength(body))
  await new Promise((resolve) => sent.write(body.slice(0, -1), resolve))
  if (++held === 58) release.resolve()
  await release.promise
  sent.end(body.slice(-1))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode!
}

test('repeated events release the bytes that were reserved for them', async () => {
  const service = await open()
  const events = large()
  await service.post(envelope(events))
  for (let at = 0; at < 58; at++)
    expect((await service.post(envelope(events))).body.results[0]?.status).toBe('duplicate')
  expect((await service.post(envelope(large()))).status).toBe(200)
})

async function openReserving(events: WireEventInput[]) {
  const service = await open()
  const counted = { reserved: 0, released: 0 }
  const send = () =>
    service.ingest.accept(readEnvelope(envelope(events)), {
      reserve: async (bytes) => void (counted.reserved += bytes),
      release: (bytes) => void (counted.released += bytes),
    })
  return { service, counted, send }
}

describe('the reservation of a request', () => {
  test('is the size of its rows', async () => {
    const { service, counted, send } = await openReserving(large().slice(0, 3))
    await send()
    const database = new Database(path.join(service.folder, 'formlotse.db'), { readonly: true })
    const bytes = database.prepare<[], number>('SELECT sum(bytes) FROM run_usage').pluck().get()
    database.close()
    expect(counted).toEqual({ reserved: bytes, released: 0 })
  })

  test('is released except 100 bytes per event that is not stored, and completely if the commit fails', async () => {
    const { service, counted, send } = await openReserving(large().slice(0, 3))
    await send()
    const { reserved } = counted
    await send()
    expect(counted).toEqual({ reserved: 2 * reserved, released: reserved - 300 })
    await service.ingest.drain()
    vi.spyOn(service.store.log, 'append').mockRejectedValueOnce(new StoreUnavailable('gone'))
    await expect(send()).rejects.toThrow(StoreUnavailable)
    expect(counted).toEqual({ reserved: 3 * reserved, released: 2 * reserved - 300 })
  })

  test('includes what is stored of rejected events: at most ten issues each, and the content', async () => {
    const fields = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`unknown${at}`, 'x']))
    const step = wireEvent('step', { form: fields })
    const { service, counted, send } = await openReserving([step])
    // The content of a rejected event is kept only if its run has begun.
    await service.post(envelope([wireEvent('start', { runId: step.runId })]))
    expect(await send()).toMatchObject([{ status: 'rejected' }])
    await service.ingest.flush()
    const kept = await service.store.log.rejections(0, noon * 2, 100)
    expect(kept).toHaveLength(10)
    const issues = kept.map(({ path: at, code }) => ({ path: at, code }))
    const [content] = await service.store.rejections.ofRun(step.runId)
    const bytes = [JSON.stringify(issues), content!.facts, content!.values!].join('').length
    expect(counted).toEqual({ reserved: 100 + bytes, released: 0 })
  })

  test('refuses rejected events like others, and stores nothing of them', async () => {
    const service = await open()
    const refused = new Error('too much')
    const taken = service.ingest.accept(readEnvelope(envelope([wireEvent('step', { form: { x: 1 } })])), {
      reserve: () => Promise.reject(refused),
    })
    await expect(taken).rejects.toThrow(refused)
    await service.ingest.flush()
    expect(await service.store.log.rejections(0, noon * 2, 100)).toEqual([])
  })
})

test('RATE_LIMIT=off accepts all events', async () => {
  const service = await open(false)
  for (let at = 0; at < 62; at++) expect((await service.post(envelope(ofRun(50)))).status).toBe(200)
})

test('20 orders an hour are confirmed at once; further ones are taken and confirmed the next day', async () => {
  const service = await open()
  const emailFrom: unknown[] = []
  for (let at = 0; at < 22; at++) {
    const complete = wireEvent('complete')
    const { status } = await service.post(envelope([complete]))
    expect(status).toBe(200)
    const stored = await service.store.log.find({ id: complete.id })
    emailFrom.push(stored?.type === 'complete' && stored.data.emailFrom)
  }
  const midnight = Date.parse('2026-11-21T00:00:00+01:00')
  expect(emailFrom).toEqual([...Array(20).fill(undefined), midnight, midnight])
})
