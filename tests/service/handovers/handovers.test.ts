import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createSingleProcess } from '#db/limits/single-process.ts'
import { maxHandoverBytes } from '#domain/handovers/handover.ts'
import { hourMs } from '#domain/time/durations.ts'
import { handoverRoutes } from '#service/handovers/routes.ts'
import { handleErrors } from '#service/http/errors.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { ordersOf } from '#tests/service/uploads/ordered-files.ts'
import { sampleFiles } from '#tests/service/uploads/files.ts'
import { type UploadingRun, beginRun, idOf } from '#tests/service/uploads/uploading-run.ts'

const content = Uint8Array.from({ length: 5000 }, (_, at) => at % 256)

describe('a hand-over', () => {
  let service: TestService
  beforeAll(async () => {
    service = await openTestService({})
  })
  afterAll(() => service.close())

  interface Over {
    runId?: string
    secret?: string
    body?: Uint8Array<ArrayBuffer>
    type?: string
  }

  const put = (
    run: UploadingRun,
    { runId = run.runId, secret = run.secret, body = content, type }: Over = {},
  ) =>
    service.app.request(`/api/handovers/${runId}`, {
      method: 'PUT',
      headers: { 'x-run-secret': secret, 'content-type': type ?? 'application/octet-stream' },
      body,
    })
  const made = async (run: UploadingRun) => {
    const response = await put(run)
    expect(response.status).toBe(201)
    return (await response.json()) as { id: string; expiresAt: string }
  }
  const read = (id: unknown) =>
    service.app.request('/api/handovers/read', { method: 'POST', body: JSON.stringify({ id }) })
  const state = async (run: UploadingRun, secret = run.secret) => {
    const response = await service.app.request(`/api/handovers/${run.runId}`, {
      headers: { 'x-run-secret': secret },
    })
    return { status: response.status, ...((await response.json()) as object) }
  }
  const remove = (run: UploadingRun, secret = run.secret) =>
    service.app.request(`/api/handovers/${run.runId}`, {
      method: 'DELETE',
      headers: { 'x-run-secret': secret },
    })

  test('is read once, and the first device learns that it was', async () => {
    const run = await beginRun(service)
    const { id, expiresAt } = await made(run)
    expect(id).toMatch(/^[\w-]{22}$/)
    expect(Date.parse(expiresAt)).toBe(service.clock.now() + 24 * hourMs)
    expect(await state(run)).toEqual({ status: 200, state: 'waiting', expiresAt })
    const response = await read(id)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(content)
    expect(await state(run)).toEqual({ status: 200, state: 'read', expiresAt })
    const again = await read(id)
    expect(again.status).toBe(410)
    expect(await again.json()).toMatchObject({ type: 'urn:formlotse:problem:already-read' })
  })

  test('replaces the earlier one of its run', async () => {
    const run = await beginRun(service)
    const [first, second] = [await made(run), await made(run)]
    expect((await read(first.id)).status).toBe(404)
    expect((await read(second.id)).status).toBe(200)
  })

  test('ends after 24 hours, when it is removed, and with the order', async () => {
    const run = await beginRun(service)
    const expired = await made(run)
    service.clock.advance(24 * hourMs)
    expect((await read(expired.id)).status).toBe(404)
    expect((await state(run)).status).toBe(404)

    const removed = await made(run)
    expect((await remove(run)).status).toBe(204)
    expect((await remove(run)).status).toBe(204)
    expect((await read(removed.id)).status).toBe(404)

    const ordered = await made(run)
    const files = { mietvertrag: [await idOf(run.send(sampleFiles['application/pdf']))] }
    expect((await ordersOf(service).place(run, files)).status).toBe(200)
    const response = await read(ordered.id)
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ type: 'urn:formlotse:problem:ordered' })
    expect((await put(run)).status).toBe(409)
    expect((await read(ordered.id)).status).toBe(404)
  })

  test('is refused for strangers, with the same answer for an unknown run and a wrong secret', async () => {
    const run = await beginRun(service)
    await made(run)
    const wrong = await put(run, { secret: 'A'.repeat(43) })
    const unknown = await put(run, { runId: randomUUID() })
    expect([wrong.status, unknown.status]).toEqual([404, 404])
    expect(await wrong.json()).toEqual(await unknown.json())
    expect((await state(run, '')).status).toBe(404)
    expect((await remove(run, 'A'.repeat(43))).status).toBe(404)
    expect(await state(run)).toMatchObject({ state: 'waiting' })
  })

  test('has 1 to 65,536 bytes', async () => {
    const run = await beginRun(service)
    expect((await put(run, { body: new Uint8Array(maxHandoverBytes) })).status).toBe(201)
    expect((await put(run, { body: new Uint8Array(maxHandoverBytes + 1) })).status).toBe(413)
    expect((await put(run, { body: new Uint8Array() })).status).toBe(422)
    expect((await put(run, { type: 'application/json' })).status).toBe(415)
  })

  test('is not found by a malformed or a guessed id', async () => {
    expect((await read('A'.repeat(22))).status).toBe(404)
    for (const id of ['', 'A'.repeat(21), 'A'.repeat(23), `${'A'.repeat(21)}!`, 7, null])
      expect((await read(id)).status).toBe(422)
    expect((await read('A'.repeat(20_000))).status).toBe(413)
  })
})

describe('with rate limits', () => {
  let service: TestService
  beforeAll(async () => {
    service = await openTestService({ settings: { rateLimit: true } })
  })
  afterAll(() => service.close())

  test('a client can make 20 hand-overs an hour and guess 30 ids a minute', async () => {
    const run = await beginRun(service)
    const headers = { 'x-run-secret': run.secret, 'content-type': 'application/octet-stream' }
    const made: number[] = []
    for (let n = 0; n < 21; n++) {
      const options = { method: 'PUT', headers, body: content }
      made.push((await service.app.request(`/api/handovers/${run.runId}`, options)).status)
    }
    expect(made).toEqual([...Array.from({ length: 20 }, () => 201), 429])
    const guesses: number[] = []
    for (let n = 0; n < 31; n++) {
      const body = JSON.stringify({ id: 'A'.repeat(22) })
      const response = await service.app.request('/api/handovers/read', { method: 'POST', body })
      guesses.push(response.status)
    }
    expect(guesses).toEqual([...Array.from({ length: 30 }, () => 404), 429])
  })
})

test('a full disk and too many waiting hand-overs are refused with a time to retry', async () => {
  const service = await openTestService()
  onTestFinished(() => service.close())
  const { store, clock } = service
  const runs = [await beginRun(service), await beginRun(service)]
  const put = async (run: UploadingRun, isLow: boolean) => {
    const app = new Hono()
    app.onError(handleErrors(pino({ level: 'silent' })))
    const limits = { enabled: false, hops: 0, count: createSingleProcess().count }
    const freeDisk = { isLow: async () => isLow }
    app.route('/', handoverRoutes({ store, now: clock.now, limits, freeDisk, maxWaiting: 1 }))
    const headers = { 'x-run-secret': run.secret, 'content-type': 'application/octet-stream' }
    const response = await app.request(`/api/handovers/${run.runId}`, {
      method: 'PUT',
      headers,
      body: content,
    })
    const { type } = (await response.json()) as { type?: string }
    return [response.status, type?.split(':').at(-1), response.headers.get('retry-after')]
  }
  expect(await put(runs[0]!, true)).toEqual([503, 'low-disk', expect.stringMatching(/^\d+$/)])
  expect((await put(runs[0]!, false))[0]).toBe(201)
  expect(await put(runs[1]!, false)).toEqual([503, 'full', '600'])
  expect((await put(runs[0]!, false))[0]).toBe(201)
})

test('of two devices that read at the same time, one gets the draft', async () => {
  const service = await openTestService()
  onTestFinished(() => service.close())
  const run = await beginRun(service)
  const headers = { 'x-run-secret': run.secret, 'content-type': 'application/octet-stream' }
  const made = await service.app.request(`/api/handovers/${run.runId}`, {
    method: 'PUT',
    headers,
    body: content,
  })
  const body = JSON.stringify(await made.json().then(({ id }: { id: string }) => ({ id })))
  const read = () => service.app.request('/api/handovers/read', { method: 'POST', body })
  const statuses = (await Promise.all([read(), read(), read()])).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410, 410])
})
