import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { supportPath, withdrawalPath } from '#domain/contact-contract.ts'
import { funnels } from '#domain/funnels/index.ts'
import { indexedPaths } from '#service/site-paths.ts'
import { envelope, wireEvent } from '#tests/build-events.ts'
import { type TestService, openTestService, testPassword, testToken } from '#tests/service/harness.ts'
import { type Letters, openLetters, postForm, postJson } from './mail/open-letters.ts'
import { type OrderedRun, orderRun } from './orders/ordered-run.ts'
import { sampleFiles } from './uploads/files.ts'
import { beginRun, idOf } from './uploads/uploading-run.ts'

let service: TestService
let letters: Letters
let run: OrderedRun
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'formlotse-'))
  const web = path.join(folder, 'web')
  for (const part of ['assets', 'pages']) mkdirSync(path.join(web, part), { recursive: true })
  const drawn = ['index', '404', ...indexedPaths.slice(1).map((at) => at.slice(1))]
  for (const file of ['index.html', 'berichte.html', ...drawn.map((name) => `pages/${name}.html`)])
    writeFileSync(path.join(web, file), '<!doctype html><title>Formlotse</title>')
  writeFileSync(path.join(web, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(path.join(web, 'assets', 'main-a1b2c3.js'), 'console.log(1)')
  service = await openTestService({ folder })
  letters = await openLetters()
  run = await orderRun(service)
})
afterAll(async () => {
  await letters.close()
  await service.close()
  rmSync(folder, { recursive: true })
})

const get = (target: string, headers: Record<string, string> = {}) => service.app.request(target, { headers })
const json = (target: string, body: object) => postJson(service.app, target, body)
const post = (target: string, type: string, body: string) =>
  service.app.request(target, { method: 'POST', headers: { 'content-type': type }, body })
const token = { authorization: `Bearer ${testToken}` }

function directivesOf({ headers }: Response): Map<string, string[]> {
  const parts = (headers.get('content-security-policy') ?? '')
    .split(';')
    .map((part) => part.trim().split(' '))
  return new Map(parts.map(([name = '', ...sources]) => [name, sources]))
}

/** What holds for every answer, whoever gives it. */
function expectClosed(response: Response) {
  const { headers } = response
  const policy = directivesOf(response)
  expect(policy.get('default-src')).toEqual(["'none'"])
  // Absent, `default-src` holds: no script at all.
  expect(policy.get('script-src') ?? ["'self'"]).toEqual(["'self'"])
  for (const finer of ['script-src-elem', 'script-src-attr', 'object-src', 'worker-src', 'frame-src'])
    expect(policy.has(finer)).toBe(false)
  expect([...policy.values()].flat().filter((source) => /unsafe-eval|[*]|https?:|\./.test(source))).toEqual(
    [],
  )
  // A sandbox without any permission has no forms, no base and no frame to keep.
  if (!policy.has('sandbox')) {
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('form-action')).toEqual(["'self'"])
  }
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': expect.stringMatching(/^strict-origin(-when-cross-origin)?$/),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  for (const absent of ['strict-transport-security', 'access-control-allow-origin', 'x-powered-by'])
    expect(headers.get(absent)).toBeNull()
}

const steps = funnels.flatMap(({ slug, steps: all }) => all.map((_, at) => `/${slug}/step-${at + 1}`))
const firstSteps = funnels.map(({ slug }) => `/${slug}/step-1`)
const demos = ['/features', '/demo/address', '/demo/colors', '/demo/date-validation']
const checkouts = funnels.map(({ type }) => `/checkout/${type}`)
const unlisted = [
  ...steps.filter((at) => !firstSteps.includes(at)),
  ...demos,
  ...checkouts,
  '/success',
  '/berichte',
  '/berichte/abbrueche',
]

describe('pages', () => {
  test.each([...indexedPaths, ...firstSteps])('%s is closed, and may be listed', async (target) => {
    const response = await get(target)
    expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, null])
    expectClosed(response)
  })

  test.each(unlisted)('%s is closed, and not to be listed', async (target) => {
    const response = await get(target)
    expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
    expectClosed(response)
  })

  test('a page that does not exist is closed, and not to be listed', async () => {
    const response = await get('/gibt-es-nicht')
    expect([response.status, response.headers.get('x-robots-tag')]).toEqual([404, 'noindex'])
    expectClosed(response)
  })

  test('one that the browser has already is confirmed with the same headers', async () => {
    const etag = (await get('/agb')).headers.get('etag')!
    const response = await get('/agb', { 'if-none-match': etag })
    expect(response.status).toBe(304)
    expectClosed(response)
  })

  test.each([
    '/assets/main-a1b2c3.js',
    '/favicon.svg',
    '/robots.txt',
    '/sitemap.xml',
    '/testzahlung/style.css',
  ])('%s is closed', async (target) => {
    const response = await get(target)
    expect(response.status).toBe(200)
    expectClosed(response)
  })
})

const unknown = '00000000-0000-4000-8000-000000000000'
const formType = 'application/x-www-form-urlencoded'

const days = 'from=2026-11-01&to=2026-11-20'
const reports = {
  'drop-off': `${days}&funnel=anmeldung`,
  attribution: `${days}&model=last&by=source`,
  orders: days,
}

const answers: [name: string, status: number, ask: () => Response | Promise<Response>][] = [
  ['taken events', 200, () => json('/api/events', envelope([wireEvent('start')]))],
  ['events that are no JSON', 400, () => post('/api/events', 'application/json', '{')],
  ['events that are too many bytes', 413, () => post('/api/events', 'application/json', 'x'.repeat(300_000))],
  ['events of another type', 415, () => post('/api/events', 'text/plain', '{}')],
  ['rejected events', 422, () => json('/api/events', envelope([7]))],
  ['an order', 200, () => run.read()],
  ['an unknown order', 404, () => get(`/api/orders/${unknown}`)],
  ['the way to the payment', 200, () => run.checkout()],
  ['a callback', 200, () => run.callback()],
  ['a forged callback', 401, () => run.callback({}, { forgedBody: '{}' })],
  [
    'a callback that is too large',
    413,
    () => post('/api/payments/webhook', 'text/plain', 'x'.repeat(300_000)),
  ],
  ['an IBAN', 200, () => get('/api/iban/DE89370400440532013000')],
  ['a search for addresses', 200, () => get('/api/addresses')],
  ['uploads of an unknown run', 404, () => get(`/api/uploads?runId=${unknown}`)],
  ['an upload that is no form', 415, () => post('/api/uploads', 'text/plain', 'x')],
  ['settings of the site', 200, () => get('/api/site')],
  ['a login', 200, () => json('/api/login', { password: testPassword })],
  ['a wrong password', 401, () => json('/api/login', { password: 'falsch' })],
  ['a session', 200, () => get('/api/session')],
  ['a logout', 200, () => json('/api/logout', {})],
  ['the OpenAPI document', 200, () => get('/api/openapi.json')],
  ['an unknown route', 404, () => get('/api/unknown')],
  ...Object.entries(reports).flatMap(([report, query]): typeof answers => [
    [`${report} as JSON`, 200, () => get(`/api/reports/${report}?${query}`, token)],
    [`${report} as CSV`, 200, () => get(`/api/reports/${report}.csv?${query}`, token)],
    [`${report} for nobody`, 401, () => get(`/api/reports/${report}?${query}`)],
    [`${report} with a wrong date`, 400, () => get(`/api/reports/${report}?from=morgen`, token)],
  ]),
  ['being alive', 200, () => get('/healthz')],
  ['being ready', 200, () => get('/readyz')],
  ['metrics', 200, () => get('/metrics', token)],
  ['metrics for nobody', 401, () => get('/metrics')],
  ['a message to the support', 200, () => postJson(letters.app, supportPath, message)],
  ['a message with faults', 422, () => postJson(letters.app, supportPath, {})],
  ['a message as a form', 200, () => postForm(letters.app, supportPath, message)],
  ['a form with faults', 422, () => postForm(letters.app, supportPath, {})],
  ['a form from elsewhere', 403, () => postForm(letters.app, supportPath, message, 'https://evil.example')],
  ['a withdrawal to look at', 200, () => postForm(letters.app, withdrawalPath, withdrawal)],
  [
    'a withdrawal as a form',
    200,
    () => postForm(letters.app, withdrawalPath, { ...withdrawal, confirmed: 'yes' }),
  ],
  ['a withdrawal', 200, () => postJson(letters.app, withdrawalPath, withdrawal)],
]
const message = { name: 'Ada', email: 'ada@example.org', anliegen: 'billing', message: 'Wo ist sie?' }
const withdrawal = { name: 'Ada', email: 'ada@example.org', orderNumber: '', details: '' }

describe('answers', () => {
  test.each(answers)('%s (%i) is closed', async (_, status, ask) => {
    const response = await ask()
    expect(response.status).toBe(status)
    const type = response.headers.get('content-type')
    if (status >= 400 && !type?.startsWith('text/html'))
      expect(type).toMatch(/^application\/(problem\+)?json/)
    expectClosed(response)
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

  test('pages of the test payment have no script and no styles of their own', async () => {
    const order = (await orderRun(service)).order.id
    const cases = [
      [200, await get(`/testzahlung?order=${order}`)],
      [200, await get(`/testzahlung/abgebrochen?order=${order}`)],
      [404, await get('/testzahlung?order=unknown')],
      [403, await post('/testzahlung', formType, `order=${order}`)],
    ] as const
    for (const [status, response] of cases) {
      expect(response.status).toBe(status)
      expect(directivesOf(response).has('script-src')).toBe(false)
      expect(directivesOf(response).get('style-src')).toEqual(["'self'"])
      expect(response.headers.get('referrer-policy')).toBe('strict-origin')
      expect(await response.clone().text()).toContain('<meta name="robots" content="noindex"')
      expectClosed(response)
    }
  })
})

// All answers above come without it: their site is reached over http, or nothing says how.
test('a site reached over https says so for a year, on every answer', async () => {
  const secure = await openTestService({ settings: { publicUrl: 'https://www.example.de' } })
  for (const target of ['/healthz', '/api/unknown', '/testzahlung?order=unknown'])
    expect((await secure.app.request(target)).headers.get('strict-transport-security')).toBe(
      'max-age=31536000',
    )
  await secure.close()
})
