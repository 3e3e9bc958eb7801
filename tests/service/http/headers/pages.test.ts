import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { funnels } from '#domain/funnels/index.ts'
import { indexedPaths } from '#domain/site/site-paths.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { orderRun } from '#tests/service/orders/ordered-run.ts'
import { directivesOf, expectClosed } from './expect-closed.ts'

let service: TestService
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'formlotse-'))
  const web = path.join(folder, 'web')
  for (const part of ['assets', 'pages']) mkdirSync(path.join(web, part), { recursive: true })
  const drawn = ['index', '404', ...indexedPaths.slice(1).map((at) => at.slice(1))]
  for (const file of [
    'index.html',
    'berichte.html',
    'auftraege.html',
    'konto.html',
    'api-docs.html',
    ...drawn.map((name) => `pages/${name}.html`),
  ])
    writeFileSync(path.join(web, file), '<!doctype html><title>Formlotse</title>')
  writeFileSync(path.join(web, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(path.join(web, 'assets', 'main-a1b2c3.js'), 'console.log(1)')
  service = await openTestService({ folder })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

const get = (target: string, headers: Record<string, string> = {}) => service.app.request(target, { headers })

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
  '/auftraege',
  '/auftraege/suche',
  '/api/docs',
]

test.each([...indexedPaths, ...firstSteps])(
  '%s has the security headers and may be indexed',
  async (target) => {
    const response = await get(target)
    expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, null])
    expectClosed(response)
  },
)

test.each(unlisted)('%s has the security headers and must not be indexed', async (target) => {
  const response = await get(target)
  expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
  expectClosed(response)
})

test('an unknown page has the security headers and must not be indexed', async () => {
  const response = await get('/gibt-es-nicht')
  expect([response.status, response.headers.get('x-robots-tag')]).toEqual([404, 'noindex'])
  expectClosed(response)
})

test('a 304 has the same headers', async () => {
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
])('%s has the security headers', async (target) => {
  const response = await get(target)
  expect(response.status).toBe(200)
  expectClosed(response)
})

const form = (body: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body,
})

test('pages of the test payment have no script and no styles of their own', async () => {
  const run = await orderRun(service)
  const order = run.order.id
  const query = new URLSearchParams({ order, ticket: await run.ticket() })
  const cases = [
    [200, await get(`/testzahlung?${query}`)],
    [200, await get(`/testzahlung/abgebrochen?${query}`)],
    [403, await get(`/testzahlung?order=${order}`)],
    [403, await service.app.request('/testzahlung', form(`order=${order}`))],
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
