import { afterAll, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import { pageViewPath } from '#domain/site/analytics-contract.ts'
import { supportPath, withdrawalPath } from '#domain/site/contact-contract.ts'
import { type PageViewRelay, createPageViewRelay } from '#service/analytics/relay-page-views.ts'
import { envelope, wireEvent } from '#tests/build-events.ts'
import { type TestService, openTestService, testPassword, testToken } from '#tests/service/harness.ts'
import { type Receiver, openReceiver } from '#tests/service/outbox/receiver.ts'
import { type Emails, openEmails, postForm, postJson } from '#tests/service/mail/open-emails.ts'
import { type OrderedRun, orderRun } from '#tests/service/orders/ordered-run.ts'
import { sampleFiles } from '#tests/service/uploads/files.ts'
import { beginRun, idOf } from '#tests/service/uploads/uploading-run.ts'
import { expectClosed } from './expect-closed.ts'

let service: TestService
let emails: Emails
let analytics: Receiver
let relay: PageViewRelay
let run: OrderedRun

beforeAll(async () => {
  analytics = await openReceiver()
  const log = pino({ level: 'silent' })
  relay = createPageViewRelay({ url: analytics.url, log, count: () => undefined })
  service = await openTestService({ pageViews: relay })
  emails = await openEmails()
  run = await orderRun(service)
})
afterAll(async () => {
  await emails.close()
  await service.close()
  await relay.stop(0)
  await analytics.close()
})

const get = (target: string, headers: Record<string, string> = {}) => service.app.request(target, { headers })
const json = (target: string, body: object) => postJson(service.app, target, body)
const post = (target: string, type: string, body: string) =>
  service.app.request(target, { method: 'POST', headers: { 'content-type': type }, body })
const token = { authorization: `Bearer ${testToken}` }

const unknown = '00000000-0000-4000-8000-000000000000'
const answers: [name: string, status: number, ask: () => Response | Promise<Response>][] = [
  ['accepted events', 200, () => json('/api/events', envelope([wireEvent('start')]))],
  ['events that are not JSON', 400, () => post('/api/events', 'application/json', '{')],
  ['events that are too large', 413, () => post('/api/events', 'application/json', 'x'.repeat(300_000))],
  ['events of another content type', 415, () => post('/api/events', 'text/plain', '{}')],
  ['rejected events', 422, () => json('/api/events', envelope([7]))],
  ['an order', 200, () => run.read()],
  ['an unknown order', 404, () => get(`/api/orders/${unknown}`)],
  ['a checkout', 200, () => run.checkout()],
  ['a callback', 200, () => run.callback()],
  ['a forged callback', 401, () => run.callback({}, { forgedBody: '{}' })],
  [
    'a callback that is too large',
    413,
    () => post('/api/payments/webhook', 'text/plain', 'x'.repeat(300_000)),
  ],
  ['an IBAN', 200, () => get('/api/iban/DE89370400440532013000')],
  ['address suggestions', 200, () => get('/api/addresses')],
  ['uploads of an unknown run', 404, () => get(`/api/uploads?runId=${unknown}`)],
  ['an upload without a run', 400, () => post('/api/uploads', 'text/plain', 'x')],
  ['settings of the site', 200, () => get('/api/site')],
  ['a login', 200, () => json('/api/login', { password: testPassword })],
  ['a wrong password', 401, () => json('/api/login', { password: 'falsch' })],
  ['a session', 200, () => get('/api/session')],
  ['a logout', 200, () => json('/api/logout', {})],
  ['the OpenAPI document', 200, () => get('/api/openapi.json')],
  ['an unknown route', 404, () => get('/api/unknown')],
  ['a page view', 202, () => json(pageViewPath, view)],
  ['a page view without consent', 400, () => json(pageViewPath, { ...view, consent: 'none' })],
  ['a page view that is no JSON', 400, () => post(pageViewPath, 'application/json', '{')],
  ['being alive', 200, () => get('/healthz')],
  ['being ready', 200, () => get('/readyz')],
  ['metrics', 200, () => get('/metrics', token)],
  ['metrics without a token', 401, () => get('/metrics')],
  ['a message to the support', 200, () => postJson(emails.app, supportPath, message)],
  ['a message with faults', 422, () => postJson(emails.app, supportPath, {})],
  ['a message as a form', 200, () => postForm(emails.app, supportPath, message)],
  ['a form with faults', 422, () => postForm(emails.app, supportPath, {})],
  ['a form from elsewhere', 403, () => postForm(emails.app, supportPath, message, 'https://evil.example')],
  ['a withdrawal to look at', 200, () => postForm(emails.app, withdrawalPath, withdrawal)],
  [
    'a withdrawal as a form',
    200,
    () => postForm(emails.app, withdrawalPath, { ...withdrawal, confirmed: 'yes' }),
  ],
  ['a withdrawal', 200, () => postJson(emails.app, withdrawalPath, withdrawal)],
]
const view = {
  id: unknown,
  consent: 'marketing',
  sessionId: unknown,
  at: '2026-11-20T12:00:00.000Z',
  path: '/agb',
  device: 'mobile',
}
const message = { name: 'Ada', email: 'ada@example.org', anliegen: 'billing', message: 'Wo ist sie?' }
const withdrawal = { name: 'Ada', email: 'ada@example.org', orderNumber: '', details: '' }

test.each(answers)('%s (%i) has the security headers', async (_, status, ask) => {
  const response = await ask()
  expect(response.status).toBe(status)
  const type = response.headers.get('content-type')
  if (status >= 400 && !type?.startsWith('text/html')) expect(type).toMatch(/^application\/(problem\+)?json/)
  expectClosed(response)
})

test('every operation of the API has the security headers, even for an empty request', async () => {
  const { paths } = (await (await get('/api/openapi.json')).json()) as { paths: Record<string, object> }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ path: path.replace(/\{\w+\}/, unknown), method })),
  )
  expect(operations.length).toBeGreaterThan(30)
  for (const { path, method } of operations)
    expectClosed(await service.app.request(path, { method: method.toUpperCase() }))
})

test('a file of a visitor is sent as an attachment in a sandbox', async () => {
  const uploading = await beginRun(service)
  const sent = await uploading.send(sampleFiles['application/pdf'])
  expectClosed(sent.clone())
  const id = await idOf(sent)
  const response = await uploading.get(id)
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
  expectClosed(response)
  expectClosed(await uploading.remove(id))
})

// The tests above expect no HSTS header, because their sites are reached over http or have no configured URL.
test('a site reached over https sends HSTS for a year with every response', async () => {
  const secure = await openTestService({ settings: { publicUrl: 'https://www.example.de' } })
  for (const target of ['/healthz', '/api/unknown', '/testzahlung?order=unknown'])
    expect((await secure.app.request(target)).headers.get('strict-transport-security')).toBe(
      'max-age=31536000',
    )
  await secure.close()
})
