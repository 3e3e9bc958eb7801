import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSingleProcess } from '#db/limits/single-process.ts'
import { type PageViewRelay, createPageViewRelay } from '#service/analytics/relay-page-views.ts'
import { handleErrors } from '#service/http/errors.ts'
import { analyticsRoutes } from '#service/analytics/routes.ts'
import { type Receiver, openReceiver } from '#tests/service/outbox/receiver.ts'
import { eventually } from '#tests/eventually.ts'

let receiver: Receiver
let relay: PageViewRelay
let lines: string[]
let counted: string[]
beforeEach(async () => {
  receiver = await openReceiver()
  lines = []
  counted = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const count = (kind: string, result: string) => void counted.push(`${kind} ${result}`)
  relay = createPageViewRelay({ url: receiver.url, log, count, capacity: 3 })
})
afterEach(async () => {
  await relay.stop(0)
  await receiver.close()
})

const forwarded = () => receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>)

const view = (over: object = {}) => ({
  id: randomUUID(),
  consent: 'marketing',
  sessionId: randomUUID(),
  at: '2026-11-20T10:00:00.000Z',
  path: '/rundfunkbeitrag-auswahl',
  device: 'mobile',
  campaign: { utm_source: 'google' },
  ...over,
})

function post(body: object | string, headers: Record<string, string> = {}, enabled = false) {
  const limits = { enabled, hops: 0, count: createSingleProcess().count }
  const app = new Hono()
    .onError(handleErrors(pino({ level: 'silent' })))
    .route('/', analyticsRoutes({ relay, limits }))
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const send = () =>
    app.request('/api/analytics', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 Chrome/140.0.0.0',
        ...headers,
      },
      body: text,
    })
  return { send, once: send() }
}

test('forwards a page view with consent unchanged, without the consent and any data about the client', async () => {
  const sent = view()
  expect((await post(sent).once).status).toBe(202)
  await eventually(() => expect(forwarded()).toHaveLength(1))
  const { consent: _, ...rest } = sent
  expect(forwarded()).toEqual([{ type: 'page_view', ...rest }])
  const { headers } = receiver.received[0]!
  expect(headers['user-agent']).toBe('Formlotse')
  expect(Object.keys(headers).some((name) => /forwarded|cookie|referer/.test(name))).toBe(false)
  // Waits, because the relay counts the page view only when it has received the response.
  await eventually(() => expect(counted).toEqual(['page_view sent']))
})

test('replaces an unknown path by /404, and does not forward page views of bots', async () => {
  await post(view({ path: '/lucja-mueller' })).once
  await post(view(), { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }).once
  await eventually(() => expect(forwarded()).toHaveLength(1))
  expect(forwarded()[0]).toMatchObject({ path: '/404' })
})

describe('does not forward', () => {
  test.each([
    ['a page view without consent', view({ consent: 'none' })],
    ['a page view without the member consent', view({ consent: undefined })],
    ['an unknown member', view({ email: 'lucja@example.org' })],
    ['a click id', view({ campaign: { gclid: 'click-1' } })],
    ['a path with a query', view({ path: '/?email=lucja@example.org' })],
    ['a session id that is not a UUID', view({ sessionId: 'lucja' })],
    ['a body that is not JSON', '{'],
    ['an empty body', ''],
  ])('%s', async (_, body) => {
    const response = await post(body).once
    expect(response.status).toBe(400)
    expect(await response.text()).not.toContain('lucja')
    expect(forwarded()).toEqual([])
  })

  test('a body of more than 4 KB', async () => {
    expect((await post(view({ id: 'a'.repeat(5000) })).once).status).toBe(413)
  })

  test('a request from a page of another origin', async () => {
    const foreign = { 'content-type': 'text/plain', origin: 'https://elsewhere.example' }
    expect((await post(view(), foreign).once).status).toBe(403)
    expect(forwarded()).toEqual([])
  })

  test('more than 120 requests of a client in a minute', async () => {
    const { send, once } = post('{', {}, true)
    await once
    for (let sent = 1; sent < 120; sent += 1) expect((await send()).status).toBe(400)
    expect((await send()).status).toBe(429)
  })
})

test('a receiver that does not respond delays no visitor, and page views above the capacity are dropped', async () => {
  receiver.react(...Array(4).fill(() => undefined))
  for (let sent = 0; sent < 10; sent += 1) expect((await post(view()).once).status).toBe(202)
  await eventually(() => expect(forwarded()).toHaveLength(4))
  expect(counted).toEqual(['page_view dropped', 'page_view dropped', 'page_view dropped'])
  await relay.stop(20)
  expect(counted.filter((line) => line === 'page_view failed')).toHaveLength(4)
  expect(counted.filter((line) => line === 'page_view dropped')).toHaveLength(6)
})

test('a failure loses only its own page view, and consecutive failures are logged once', async () => {
  receiver.react(500, 500, (response) => response.destroy())
  for (const failures of [1, 2, 3]) {
    await post(view()).once
    await eventually(() => expect(counted).toHaveLength(failures))
  }
  await post(view()).once
  await eventually(() => expect(counted.at(-1)).toBe('page_view sent'))
  expect(forwarded()).toHaveLength(4)
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toContain(receiver.url)
})
