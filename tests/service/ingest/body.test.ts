import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { envelope, wireEvent } from '#tests/build-events.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

interface Sent {
  body: BodyInit
  headers?: Record<string, string>
}

async function send({ body, headers }: Sent) {
  const response = await service.app.request('/api/events', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  expect(response.status).toBeLessThan(500)
  return { status: response.status, response, body: (await response.json()) as Record<string, unknown> }
}

const good = () => JSON.stringify(envelope([wireEvent('start')]))
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
/** 150 MB of spaces in 150 separately compressed parts. The gzip format allows several parts in a row. */
const bomb = Buffer.concat(Array<Buffer>(150).fill(gzipSync(Buffer.alloc(1024 * 1024, 32))))
const zipped = { 'content-encoding': 'gzip' }

describe('readable bodies', () => {
  test.each<[string, () => Sent]>([
    ['plain JSON', () => ({ body: good() })],
    [
      'with a charset',
      () => ({ body: good(), headers: { 'content-type': 'Application/JSON; charset="UTF-8"' } }),
    ],
    ['gzip', () => ({ body: gzipSync(good()), headers: zipped })],
    ['identity', () => ({ body: good(), headers: { 'content-encoding': 'identity' } })],
    ['a byte order mark', () => ({ body: `\uFEFF${good()}` })],
    ['spaces up to the bound', () => ({ body: good().padEnd(256 * 1024) })],
  ])('%s', async (_, sent) => {
    expect((await send(sent())).status).toBe(200)
  })
})

describe('an unreadable body returns a problem', () => {
  test.each<[string, number, string, () => Sent]>([
    ['no type', 415, 'wrong-type', () => ({ body: new Blob([good()]), headers: { 'content-type': '' } })],
    ['a form', 415, 'wrong-type', () => ({ body: good(), headers: { 'content-type': 'text/plain' } })],
    [
      'another charset',
      415,
      'wrong-type',
      () => ({ body: good(), headers: { 'content-type': 'application/json; charset=latin1' } }),
    ],
    ['brotli', 415, 'wrong-encoding', () => ({ body: good(), headers: { 'content-encoding': 'br' } })],
    ['nothing', 400, 'not-json', () => ({ body: '' })],
    ['half of it', 400, 'not-json', () => ({ body: good().slice(0, -3) })],
    ['NaN', 400, 'not-json', () => ({ body: '{"sentAt":NaN}' })],
    ['invalid UTF-8', 400, 'not-json', () => ({ body: Buffer.from([0x22, 0xc3, 0x28, 0x22]) })],
    ['UTF-16', 400, 'not-json', () => ({ body: Buffer.from(good(), 'utf16le') })],
    ['17 levels', 400, 'too-deep', () => ({ body: nested(18) })],
    ['100,000 levels', 400, 'too-deep', () => ({ body: nested(100_000) })],
    ['the key __proto__', 400, 'bad-key', () => ({ body: '{"__proto__":{"admin":true}}' })],
    ['it written otherwise', 400, 'bad-key', () => ({ body: '{"a":[{"\\u005f_proto__":1}]}' })],
    ['a byte too much', 413, 'too-large', () => ({ body: good().padEnd(256 * 1024 + 1) })],
    ['a lie about gzip', 400, 'not-gzip', () => ({ body: good(), headers: zipped })],
    ['half a gzip', 400, 'not-gzip', () => ({ body: gzipSync(good()).subarray(0, 60), headers: zipped })],
    ['a bomb', 413, 'too-large', () => ({ body: bomb, headers: zipped })],
    [
      'a byte too much in gzip',
      413,
      'too-large',
      () => ({ body: gzipSync(good().padEnd(256 * 1024 + 1)), headers: zipped }),
    ],
    ['a string', 400, 'bad-envelope', () => ({ body: '"hello"' })],
    ['null', 400, 'bad-envelope', () => ({ body: 'null' })],
    ['an array', 400, 'bad-envelope', () => ({ body: '[]' })],
    ['no events', 400, 'bad-envelope', () => ({ body: JSON.stringify(envelope([])) })],
    [
      '51 events',
      413,
      'too-many-events',
      () => ({ body: JSON.stringify(envelope(Array.from({ length: 51 }, () => wireEvent('start')))) }),
    ],
  ])('%s: %i %s', async (_, status, type, sent) => {
    const { response, body } = await send(sent())
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(body).toMatchObject({ type: `urn:formlotse:problem:${type}`, status })
    expect(body['title']).toEqual(expect.any(String))
  })

  test('a gzip bomb uses no memory', async () => {
    expect(bomb.length).toBeLessThan(256 * 1024)
    const before = process.memoryUsage().rss
    await send({ body: bomb, headers: zipped })
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['sentAt missing', { sentAt: undefined }, 'sentAt'],
    ['sentAt a number', { sentAt: 1_790_000_000 }, 'sentAt'],
    ['sentAt no date', { sentAt: '2026-02-30T10:00:00Z' }, 'sentAt'],
    ['sentAt without a zone', { sentAt: '2026-11-20T10:00:00' }, 'sentAt'],
    ['final no boolean', { final: 1 }, 'final'],
    ['context missing', { context: undefined }, 'context'],
    ['an unknown key', { extra: 1 }, ''],
    ['events an object', { events: { 0: 1 } }, 'events'],
  ])('envelope with %s names the location', async (_, over, path) => {
    const { status, body } = await send({ body: JSON.stringify(envelope([wireEvent('start')], over)) })
    expect(status).toBe(400)
    expect((body['issues'] as { path: string }[]).map((issue) => issue.path)).toContain(path)
  })

  test.each([
    ['sessionId', 'x'],
    ['sessionStartedAt', 'yesterday'],
    ['device', 'fridge'],
    ['consent', true],
    ['unknown', 1],
  ])('context with a wrong %s', async (key, value) => {
    const { context } = envelope([])
    const { status } = await send({
      body: JSON.stringify(envelope([wireEvent('start')], { context: { ...context, [key]: value } })),
    })
    expect(status).toBe(400)
  })
})

test('at most fifty events are accepted', async () => {
  const { status } = await send({
    body: JSON.stringify(envelope(Array.from({ length: 50 }, () => wireEvent('start')))),
  })
  expect(status).toBe(200)
})

test('another method is not allowed', async () => {
  const response = await service.app.request('/api/events')
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('POST')
  expect(response.headers.get('content-type')).toBe('application/problem+json')
})
