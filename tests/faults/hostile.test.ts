// @module-tag slow
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireEventType } from '#domain/events/wire-events.ts'
import { envelope, iso, wireEvent } from '#tests/build-events.ts'
import { type Database, type Engine, engines } from '#tests/faults/support/engines.ts'
import {
  expectDelivered,
  expectProjectionsEqualRebuild,
  expectedMessageIds,
  readSettledLog,
} from '#tests/faults/support/guarantees.ts'
import { eventNow, postEvents, postStored } from '#tests/faults/support/post-events.ts'
import { exchange, openConnection, requestHead, statusesIn } from '#tests/faults/support/raw-connection.ts'
import {
  type RecordingReceiver,
  openRecordingReceiver,
} from '#tests/faults/support/receiver/recording-receiver.ts'
import { reportsToken } from '#tests/faults/support/secrets.ts'
import { type StartedService, serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'
import { allVariants } from '#tests/variants.ts'

const idleConnections = 2000
/**
 * Times in ms within which the service must close a connection if the headers, or the whole request, have not arrived.
 * Each is the timeout of the service plus a tolerance for a busy machine.
 */
const headersWithinMs = 10_000 + 15_000
const requestWithinMs = 30_000 + 15_000
const maxGrowth = 120 * 1024 * 1024

const hostileKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  '\u0000',
  'a'.repeat(5000),
]
const hostileNumbers = [1e308, -1e308, 5e-324, -0, 2 ** 53, 2 ** 63, 0.1 + 0.2]
const hostileTexts = [
  '\u0000',
  '\ud800',
  '\uffff',
  '\u202e',
  'x'.repeat(20_000),
  "'; DROP TABLE events; --",
  '../../etc/passwd',
  '9999-12-31T23:59:59Z',
  '-271821-04-20T00:00:00Z',
  '0000-00-00T00:00:00Z',
  '2026-11-20T10:00:00+99:99',
]
const hostileShapes: unknown[] = [{ constructor: { prototype: {} } }, [[]], [null], {}, null, true]
const hostileValues = [...hostileNumbers, ...hostileTexts, ...hostileShapes]
const anything = fc.oneof(fc.constantFrom<unknown>(...hostileValues), fc.jsonValue({ maxDepth: 5 }))

/** Returns the paths of a JSON value and of all values within it. */
function placesIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, child]) => placesIn(child, [...path, key]))]
}

/** Returns JSON text in which the value at `path` is replaced or removed, or has a new sibling key. */
function harm(value: unknown, path: readonly string[], change: Change): string {
  const [key, ...rest] = path
  if (key === undefined) return change.kind === 'remove' ? '{}' : JSON.stringify(change.value)
  const isArray = Array.isArray(value)
  const members = Object.entries(value as object).flatMap(([name, child]): string[] => {
    const member = (text: string, as = name) => (isArray ? text : `${JSON.stringify(as)}:${text}`)
    if (name !== key) return [member(JSON.stringify(child))]
    if (rest.length > 0) return [member(harm(child, rest, change))]
    if (change.kind === 'remove') return []
    const changed = member(JSON.stringify(change.value), change.kind === 'add' ? change.key : name)
    return change.kind === 'add' ? [member(JSON.stringify(child)), changed] : [changed]
  })
  return isArray ? `[${members.join()}]` : `{${members.join()}}`
}
type Change =
  | { kind: 'remove' }
  | { kind: 'replace'; value: unknown }
  | { kind: 'add'; key: string; value: unknown }

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constant({ kind: 'remove' as const }),
  anything.map((value) => ({ kind: 'replace' as const, value })),
  fc
    .tuple(fc.oneof(fc.constantFrom(...hostileKeys), fc.string()), anything)
    .map(([key, value]) => ({ kind: 'add' as const, key, value })),
)

/** Routes besides `/api/events` that take input from the client. `:x` is replaced by random text. */
const otherRoutes = [
  '/api/orders/:x',
  '/api/orders/:x/checkout',
  '/api/payments/webhook',
  '/testzahlung',
  '/api/reports/drop-off',
  '/api/reports/attribution',
  '/api/reports/orders',
  '/api/reports/:x',
  '/api/openapi.json',
  '/api/:x',
  '/metrics',
  '/readyz',
  '/checkout/:x',
  '/assets/:x',
  '/:x',
]

const touch = { at: iso(Date.now()), utm_source: 'x', gclid: 'y' }

const eventTypes = ['start', 'step', 'invalid', 'email', 'abandon', 'complete'] as const

/** Returns a body for `/api/events` with one event of each given type and with all optional members. */
function fullEnvelope(types: readonly WireEventType[] = eventTypes) {
  const now = iso(Date.now())
  const events = types.map((type) => wireEvent(type, { occurredAt: now }))
  const { context, ...rest } = envelope(events, { sentAt: now, final: true })
  return { ...rest, context: { ...context, attribution: { first: touch, touches: [touch] } } }
}

/** Returns the resident memory of a process in bytes. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

const jsonHeaders = { 'content-type': 'application/json' }

/** Returns how many inputs a property is tested with. Both engines have the same checks in front of their stores. */
const runsOn = ({ name }: Engine, runs: number) => (allVariants || name === 'SQLite' ? runs : runs / 8)

describe.each(engines)('hostile clients of a service on $name', { timeout: 120_000 }, (engine) => {
  const services = serviceProcesses()
  const temporary = temporaryFolder()
  let database: Database
  let receiver: RecordingReceiver
  let service: StartedService
  let memoryBefore = 0

  beforeAll(async () => {
    database = await engine.create(temporary.folder)
    receiver = await openRecordingReceiver()
    service = await services.start({ ...database.env, LANE_WAIT_MS: '0', WEBHOOK_URL: receiver.url })
    // Warms up the service, so that the initial growth of the JIT compiler and the caches is not measured.
    for (let n = 0; n < 100; n++) await send(JSON.stringify(fullEnvelope()))
    for (let n = 0; n < 20; n++) await send(wideBody(), jsonHeaders)
    memoryBefore = memoryOf(service.pid)
  })
  afterAll(async () => {
    await services.killAll()
    await receiver.close()
    temporary.remove()
  })

  async function send(body: BodyInit, headers: Record<string, string> = jsonHeaders): Promise<number> {
    const response = await fetch(`${service.url}/api/events`, { method: 'POST', headers, body })
    await response.arrayBuffer()
    return response.status
  }

  describe.concurrent('cause refusals at most, never a failure:', () => {
    // The hostile requests of these tests write nothing to the store, so `npm test` sends them to the service on SQLite
    // only. The test of silent connections also stores an event; the tests around it do so on both engines.
    const testOnce = test.runIf(allVariants || engine.name === 'SQLite')

    test('an envelope with an arbitrary change', async () => {
      const type = fc.constantFrom(...eventTypes)
      const property = fc.asyncProperty(type, fc.nat(), change, async (chosen, place, harmful) => {
        // The body has only one event. If it had more values, the 800 runs would probably not change each of them.
        const whole = fullEnvelope([chosen])
        const places = placesIn(whole)
        const status = await send(harm(whole, places[place % places.length]!, harmful))
        expect([200, 400, 413, 422]).toContain(status)
      })
      await fc.assert(property, { numRuns: runsOn(engine, 800) })
    })

    testOnce('arbitrary bytes as a body, plain and as gzip', async () => {
      const property = fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (bytes) => {
        const body = Uint8Array.from(bytes)
        expect(await send(body)).toBe(400)
        expect(await send(body, { ...jsonHeaders, 'content-encoding': 'gzip' })).toBe(400)
        expect(await send(gzipSync(body), { ...jsonHeaders, 'content-encoding': 'gzip' })).toBe(400)
      })
      await fc.assert(property, { numRuns: 60 })
    })

    test('arbitrary paths, queries, headers and bodies of the other routes', async () => {
      const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((value) => value.toWellFormed())
      const segment = fc.oneof(text, fc.uuid(), fc.constantFrom('..', '%', '%00', '%ff', 'null'))
      const target = fc.constantFrom(...otherRoutes)
      const parameter = fc.constantFrom(
        'from',
        'to',
        'funnel',
        'model',
        'by',
        'device',
        'source',
        'cursor',
        'order',
      )
      const value = fc.oneof(
        text,
        fc.constantFrom('2026-11-20', '9999-12-31', '0000-01-01', 'anmeldung', 'last'),
      )
      const property = fc.asyncProperty(
        fc.record({
          method: fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
          target,
          segment,
          query: fc.dictionary(parameter, value),
          body: fc.oneof(text, fc.json()),
        }),
        async ({ method, target: pattern, segment: x, query, body }) => {
          const path = pattern.replace(':x', () => (x.startsWith('%') ? x : encodeURIComponent(x)))
          const response = await fetch(`${service.url}${path}?${new URLSearchParams(query)}`, {
            method,
            redirect: 'manual',
            headers: {
              authorization: `Bearer ${reportsToken}`,
              'x-run-secret': 'x',
              'content-type': method === 'PUT' ? 'application/x-www-form-urlencoded' : 'application/json',
              accept: 'text/csv',
            },
            ...(method !== 'GET' && { body }),
          })
          await response.arrayBuffer()
          expect(response.status, `${method} ${path}`).toBeLessThan(500)
        },
      )
      await fc.assert(property, { numRuns: runsOn(engine, 400) })
    })

    testOnce('bytes that are not HTTP', async () => {
      const bytes = fc.oneof(
        fc.uint8Array({ minLength: 1, maxLength: 2000 }),
        fc.string().map((line) => Buffer.from(`POST /api/events HTTP/1.1\r\n${line}\r\n\r\n`)),
      )
      const property = fc.asyncProperty(bytes, async (sent) => {
        const response = await exchange(service.url, sent, { halfClose: true })
        expect(response, 'the connection hangs').toBeDefined()
        expect(statusesIn(response!).filter((status) => status >= 500)).toEqual([])
      })
      await fc.assert(property, { numRuns: 60 })
    })

    const chunked = 'Transfer-Encoding: chunked'
    testOnce.each([
      '/api/events',
      '/api/payments/webhook',
      '/api/orders/x/checkout',
      '/testzahlung',
      '/api/unknown',
    ])('wrong lengths and truncated bodies at %s', async (target) => {
      const cases: [string[], string][] = [
        [['Content-Length: 5000'], '{"sentAt":'],
        [['Content-Length: 3'], '{"sentAt":"and more than that"}'],
        [['Content-Length: -1'], '{}'],
        [['Content-Length: 1e3'], '{}'],
        [['Content-Length: 99999999999999999999'], '{}'],
        [['Content-Length: 2', 'Content-Length: 3'], '{}'],
        [['Content-Length: 2', chunked], '0\r\n\r\n'],
        [[chunked], '5\r\nhel'],
        [[chunked], '5\r\nhello\r\n'],
        [[chunked], '5\r\nhello\r\nXX\r\n'],
        [[chunked], 'ffffffffffffffff\r\n{'],
        [[chunked], '-5\r\nhello\r\n0\r\n\r\n'],
        [['Transfer-Encoding: gzip, chunked'], '2\r\n{}\r\n0\r\n\r\n'],
        [['Transfer-Encoding: nonsense'], '{}'],
        [['Expect: 100-continue', 'Content-Length: 2'], '{}'],
      ]
      for (const [headers, body] of cases)
        for (const halfClose of [true, false]) {
          const head = requestHead('POST', target, [...headers, 'Connection: close'])
          // With a half-close, the service knows that the client sends nothing more. Without it, the service may wait
          // for the rest of the request, so the client disconnects after 150 ms.
          const response = await exchange(service.url, head + body, {
            halfClose,
            withinMs: halfClose ? 20_000 : 150,
          })
          if (halfClose) expect(response, `the connection hangs with ${headers.join()}`).toBeDefined()
          const statuses = statusesIn(response ?? '').filter((status) => status !== 100)
          expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([])
        }
    })

    testOnce('many large, deep, wide and exploding bodies at once', async () => {
      const large = JSON.stringify({ text: 'x'.repeat(300 * 1024) })
      const deep = `${'['.repeat(120_000)}${']'.repeat(120_000)}`
      const bomb = Buffer.concat(Array<Buffer>(100).fill(gzipSync(Buffer.alloc(1024 * 1024, 32))))
      for (let round = 0; round < 15; round++) {
        const statuses = await Promise.all([
          ...Array.from({ length: 4 }, () => send(large)),
          ...Array.from({ length: 4 }, () => send(deep)),
          ...Array.from({ length: 4 }, () => send(wideBody())),
          ...Array.from({ length: 4 }, () => send(bomb, { ...jsonHeaders, 'content-encoding': 'gzip' })),
        ])
        expect(statuses).toEqual([
          413, 413, 413, 413, 400, 400, 400, 400, 422, 422, 422, 422, 413, 413, 413, 413,
        ])
      }
    })

    testOnce('a request full of errors gets a response no larger than itself', async () => {
      // Each key exceeds the maximum length and causes a separate error.
      const body = wideBody(3000, 'x'.repeat(65))
      const response = await fetch(`${service.url}/api/events`, {
        method: 'POST',
        headers: jsonHeaders,
        body,
      })
      expect((await response.arrayBuffer()).byteLength).toBeLessThan(body.length / 4)
    })

    testOnce('heads and bodies that arrive a byte at a time are aborted on time', async () => {
      const head = requestHead('POST', '/api/events', ['Content-Length: 100000'])
      await Promise.all([
        ...Array.from({ length: 20 }, () =>
          expectDisconnect(service.url, head.slice(0, 30), headersWithinMs),
        ),
        ...Array.from({ length: 20 }, () => expectDisconnect(service.url, `${head}{"a":"`, requestWithinMs)),
      ])
    })

    testOnce(
      `${idleConnections} silent connections do not block other clients, and are closed`,
      async (context) => {
        const limit = Number(execFileSync('sh', ['-c', 'ulimit -Hn']).toString()) || Infinity
        const count = Math.min(idleConnections, limit - 500)
        if (count < idleConnections) console.warn(`only ${count} idle connections, limited by ulimit -n`)
        const sockets: Socket[] = []
        let open = 0
        while (sockets.length < count) {
          const opened = await Promise.all(Array.from({ length: 50 }, () => openConnection(service.url)))
          for (const socket of opened) {
            open += 1
            socket.once('close', () => (open -= 1)).resume()
          }
          sockets.push(...opened)
        }
        const openThen = open
        const { ms } = await postEvents(service.url, [eventNow('start')])
        console.info(`a response with ${openThen} idle connections took ${ms.toFixed(0)} ms`)
        expect(openThen).toBeGreaterThan(count / 2)
        expect(ms).toBeLessThan(5000)
        // Uses the context's `expect`, because with concurrent tests the global one cannot assign the poll to this test.
        await context.expect.poll(() => open, { timeout: headersWithinMs, interval: 200 }).toBe(0)
      },
    )
  })

  test('afterwards the same process runs without errors and has not grown', async () => {
    await postStored(service.url, [eventNow('start')])
    await sleep(1000)
    const growth = memoryOf(service.pid) - memoryBefore
    console.info(`memory: ${mega(memoryBefore)} MB before, grown by ${mega(growth)} MB`)
    expect(growth).toBeLessThan(maxGrowth)
    expect(service.logged().filter(({ level }) => level >= 50)).toEqual([])
    expect(service.errors()).toBe('')
  })

  test('afterwards the accepted events are projected and forwarded as usual', async () => {
    const store = await database.open()
    try {
      const log = await readSettledLog(store)
      const missing = () =>
        expectedMessageIds(log).length - new Set(receiver.arrivals.map(({ webhookId }) => webhookId)).size
      await expect.poll(missing, { timeout: 60_000 }).toBe(0)
      expectDelivered(log, receiver)
      expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null })
      await expectProjectionsEqualRebuild(store, log)
    } finally {
      await store.close()
    }
  })
})

/** Sends `begin` and then one byte every 500 ms. Expects the service to close the connection within `withinMs`. */
async function expectDisconnect(url: string, begin: string, withinMs: number): Promise<void> {
  const begunAt = performance.now()
  const socket = await openConnection(url)
  const closed = new Promise((resolve) => void socket.once('close', resolve).resume())
  socket.write(begin)
  const dripping = setInterval(() => socket.writable && socket.write('x'), 500)
  await closed
  clearInterval(dripping)
  expect(performance.now() - begunAt).toBeLessThan(withinMs)
}

const mega = (bytes: number) => Math.round(bytes / 1024 / 1024)

/**
 * Returns a body with an event whose form has this number of keys. The default is about the number that fits into the
 * maximum body size.
 */
function wideBody(keys = 15_000, prefix = 'f'): string {
  const form = Object.fromEntries(Array.from({ length: keys }, (_, index) => [`${prefix}${index}`, index]))
  return JSON.stringify(envelope([wireEvent('step', { form })]))
}
