import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { StoreUnavailable } from '#db/ports/store.ts'
import { createDraining } from '#service/process/draining.ts'
import { handleErrors } from '#service/http/errors.ts'
import { envelope, wireEvent } from '#tests/build-events.ts'
import { type TestService, openTestService, testToken } from '#tests/service/harness.ts'
import { indexedPaths } from '#domain/site/site-paths.ts'
import { legalPages } from '#web/features/site/content/legal-pages.ts'

// Resembles a built page; see tests/service/site/fill-page.test.ts.
const template = `<!doctype html><head><title>Formlotse</title>
<link rel="canonical" href="https://site.invalid/"></head><a href="/?gclid=CARRIED">${'Formlotse '.repeat(50)}</a>`

let service: TestService
beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-'))
  const web = path.join(folder, 'web')
  for (const part of ['assets', 'pages']) mkdirSync(path.join(web, part), { recursive: true })
  const pages = ['index', '404', ...indexedPaths.slice(1).map((at) => at.slice(1))]
  for (const file of ['index.html', ...pages.map((name) => `pages/${name}.html`)])
    writeFileSync(path.join(web, file), template)
  writeFileSync(path.join(web, 'berichte.html'), '<!doctype html><title>Berichte</title>')
  writeFileSync(path.join(web, 'api-docs.html'), '<!doctype html><title>API</title>')
  writeFileSync(path.join(web, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(
    path.join(web, 'assets', 'main-a1b2c3.js'),
    `console.log(${JSON.stringify('x'.repeat(5000))})`,
  )
  writeFileSync(path.join(web, 'assets', 'main-a1b2c3.js.br'), 'packed')
  service = await openTestService({ folder })
})
afterAll(async () => {
  await service.close()
  rmSync(service.folder, { recursive: true })
})

const get = (target: string, headers: Record<string, string> = {}) => service.app.request(target, { headers })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe('the site', () => {
  test.each([
    ['/', 200],
    ['/rundfunkbeitrag-anmelden', 200],
    ['/rundfunkbeitrag-anmelden/step-1?utm_source=x', 200],
    ['/rundfunkbeitrag-anmelden/step-9', 200],
    ['/rundfunkbeitrag-anmelden/persoenliche-daten', 200],
    ['/checkout/anmeldung?order=1', 200],
    ['/success', 200],
    ['/impressum/', 200],
    ['/rundfunkbeitrag-anmelden/unsinn', 200],
    ['/rundfunkbeitrag-anmelden/step-1/mehr', 404],
    ['/checkout/unsinn', 404],
    ['/gibt-es-nicht', 404],
    ['/berichten', 404],
    ['/assets/main-old.js', 404],
    ['/../env.ts', 404],
    ['/..%2fformlotse.db', 404],
    ['/%2e%2e/formlotse.db', 404],
    ['/assets/..%5c..%5cformlotse.db', 404],
    ['/%E0%A4%A', 404],
  ])('%s has the shell with status %i', async (target, status) => {
    const response = await get(target)
    expect(response.status).toBe(status)
    expect(await response.text()).toContain('<title>Formlotse</title>')
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.headers.get('cache-control')).toBe('no-cache')
  })

  test.each(legalPages.map((page) => page.path))('%s is a page', async (target) => {
    expect((await get(target)).status).toBe(200)
  })

  test.each(['/berichte', '/berichte/', '/berichte/abbrueche?from=2026-11-01', '/berichte/a/b'])(
    '%s serves the reports, which must not be indexed',
    async (target) => {
      const response = await get(target)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('<title>Berichte</title>')
      expect(response.headers.get('x-robots-tag')).toBe('noindex')
    },
  )

  test.each(['/features', '/demo/address', '/demo/colors', '/demo/date-validation', '/demo/colors/'])(
    '%s is a page that must not be indexed',
    async (target) => {
      const response = await get(target)
      expect([response.status, response.headers.get('x-robots-tag')]).toEqual([200, 'noindex'])
      expect((await get('/agb')).headers.get('x-robots-tag')).toBeNull()
    },
  )

  test('hashed files are cached for a year, others are revalidated', async () => {
    const script = await get('/assets/main-a1b2c3.js', { 'accept-encoding': 'gzip, br' })
    expect(script.status).toBe(200)
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('content-type')).toContain('javascript')
    expect(script.headers.get('content-encoding')).toBe('br')
    expect(script.headers.get('vary')).toBe('Accept-Encoding')
    expect(await script.text()).toBe('packed')
    const icon = await get('/favicon.svg')
    expect(icon.headers.get('content-type')).toContain('svg')
    expect(icon.headers.get('cache-control')).toBe('no-cache')
  })

  test('a page is compressed as the client accepts it, and only once', async () => {
    const plain = await get('/impressum')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.headers.get('vary')).toBe('Accept-Encoding')
    const html = await plain.text()
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['br;q=0, gzip;q=0.8', 'gzip', gunzipSync],
    ] as const) {
      const packed = await get('/impressum', { 'accept-encoding': accepted })
      expect(packed.headers.get('content-encoding')).toBe(encoding)
      expect(unpack(Buffer.from(await packed.arrayBuffer())).toString()).toBe(html)
      const etag = packed.headers.get('etag')!
      expect(etag).not.toBe(plain.headers.get('etag'))
      const known = await get('/impressum', { 'accept-encoding': accepted, 'if-none-match': etag })
      expect(known.status).toBe(304)
      expect(known.headers.get('etag')).toBe(etag)
      expect(
        (await get('/impressum?utm_source=a', { 'accept-encoding': accepted, 'if-none-match': etag })).status,
      ).toBe(200)
    }
  })

  test('robots.txt and sitemap list the pages to index, without steps, payment and unknown paths', async () => {
    const robots = await (await get('/robots.txt')).text()
    for (const closed of ['/api/', '/checkout/', '/success', '/berichte', '/auftraege', '/konto'])
      expect(robots).toContain(`Disallow: ${closed}\n`)
    expect(robots).toContain('Sitemap: http://localhost:3000/sitemap.xml')
    const listed = [
      ...(await (await get('/sitemap.xml')).text()).matchAll(/<loc>http:\/\/localhost:3000([^<]*)<\/loc>/g),
    ].map(([, at]) => at!)
    expect(listed).toEqual(indexedPaths)
    for (const at of listed) expect((await get(at)).headers.get('x-robots-tag')).toBeNull()
    for (const at of [
      '/rundfunkbeitrag-anmelden/step-2',
      '/success',
      '/checkout/anmeldung',
      '/gibt-es-nicht',
    ])
      expect((await get(at)).headers.get('x-robots-tag')).toBe('noindex')
  })

  test.each(['/index.html', '/pages/impressum.html', '/berichte.html', '/api-docs.html'])(
    '%s of the build is not served as a page',
    async (at) => {
      const response = await get(at)
      expect(response.status).toBe(404)
      expect(await response.text()).not.toContain('site.invalid')
    },
  )

  test('/api/docs returns its page, but not for other methods', async () => {
    const response = await get('/api/docs?from=link')
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('<title>API</title>'),
    ])
    expect((await service.app.request('/api/docs', { method: 'POST' })).status).toBe(404)
  })

  test.each(['/api', '/api/', '/api/unknown', '/api/events/1', '/api/docs/', '/api/docs/more'])(
    '%s never returns the HTML page',
    async (target) => {
      const response = await get(target)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
    },
  )

  test('only GET and HEAD serve pages', async () => {
    expect((await service.app.request('/', { method: 'HEAD' })).status).toBe(200)
    expect((await service.app.request('/', { method: 'POST' })).status).toBe(404)
  })
})

describe('headers', () => {
  test.each(['/', '/gibt-es-nicht', '/api/unknown', '/healthz', '/assets/main-a1b2c3.js'])(
    '%s forbids framing and scripts of other origins',
    async (target) => {
      const { headers } = await get(target)
      const policy = headers.get('content-security-policy') ?? ''
      const directives = Object.fromEntries(
        policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
      )
      expect(directives).toMatchObject({
        'default-src': "'none'",
        'script-src': "'self'",
        'style-src': "'self' 'unsafe-inline'",
        'img-src': "'self' data:",
        'connect-src': "'self'",
        'form-action': "'self'",
        'frame-ancestors': "'none'",
        'base-uri': "'none'",
      })
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(headers.get('x-request-id')).toMatch(/^[\w-]+$/)
      expect(headers.get('strict-transport-security')).toBeNull()
    },
  )

  test('a page with a stricter policy keeps it', async () => {
    const { headers } = await get('/testzahlung?order=unknown')
    expect(headers.get('content-security-policy')).toMatch(/style-src 'self';/)
  })

  test('an https site sends HSTS for a year', async () => {
    const secure = await openTestService({ settings: { publicUrl: 'https://www.example.de' } })
    const { headers } = await secure.app.request('/healthz')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    await secure.close()
  })

  test.each(['abc-1', 'a'.repeat(255), 'a b<script>'])(
    'the request id %s of a client is ignored',
    async (id) => {
      const response = await get('/healthz', { 'x-request-id': id })
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      expect(service.lines.join('')).not.toContain(id)
    },
  )
})

describe('health', () => {
  test('alive and ready, without a token', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'alive' })
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' })
  })

  test('a process that is about to stop is neither alive nor ready for load balancers, but serves requests', async () => {
    const draining = createDraining(0)
    const stopping = await openTestService({ draining })
    onTestFinished(() => stopping.close())
    const statusOf = async (url: string) => (await stopping.app.request(url)).status
    expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200])
    await draining.start()
    for (const url of ['/healthz', '/readyz']) {
      const response = await stopping.app.request(url)
      expect([response.status, response.headers.has('retry-after')]).toEqual([503, true])
      expect(await response.json()).toMatchObject({ detail: 'The process is about to stop.' })
    }
    expect(await statusOf('/api/orders/00000000-0000-4000-8000-000000000001')).toBe(404)
  })

  test('a missing webhook is reported to operators only', async () => {
    const lonely = await openTestService({ settings: { webhookConfigured: false, rateLimit: true } })
    const ready = async (headers: Record<string, string>, remoteAddress: string) => {
      const response = await lonely.app.request(
        '/readyz',
        { headers },
        { incoming: { socket: { remoteAddress } } },
      )
      return [response.status, await response.json()]
    }
    const noted = [200, { status: 'ready', notes: [expect.stringContaining('WEBHOOK_URL')] }]
    expect(await ready(bearer(testToken), '192.0.2.1')).toEqual(noted)
    for (const here of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await ready({}, here)).toEqual(noted)
    // A proxy on this machine also connects from a local address, but forwards requests from strangers. The response to
    // a forwarded request contains no notes.
    const forStrangers = [200, { status: 'ready' }]
    expect(await ready({ 'x-forwarded-for': '192.0.2.1' }, '127.0.0.1')).toEqual(forStrangers)
    for (let guess = 0; guess < 15; guess += 1)
      expect(await ready(bearer(`wrong-${guess}`), '192.0.2.2')).toEqual(forStrangers)
    // After too many guesses, the response has no notes even with the right token.
    expect(await ready(bearer(testToken), '192.0.2.2')).toEqual(forStrangers)
    await lonely.close()
    // Waits until the result of the last readiness check has expired. The service reuses a result for one second.
    await setTimeout(1100)
    const metrics = await lonely.app.request('/metrics', { headers: bearer(testToken) })
    expect(metrics.status).toBe(200)
    expect(await metrics.text()).not.toMatch(/^formlotse_log_position /m)
    const closed = await lonely.app.request('/readyz')
    expect(closed.status).toBe(503)
    expect(closed.headers.get('retry-after')).not.toBeNull()
  })

  test.each([undefined, '', 'wrong', `${testToken}x`, testToken.slice(0, -1)])(
    'no metrics for the token %s',
    async (token) => {
      const response = await get('/metrics', token === undefined ? {} : bearer(token))
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
    },
  )

  test('metrics count events, commits and waiting jobs', async () => {
    const event = wireEvent('start')
    await service.post(envelope([event]))
    await service.post(envelope([event, wireEvent('step', { step: 4 }), 7]))
    const response = await get('/metrics', bearer(testToken))
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    const text = await response.text()
    expect(text).toContain('formlotse_events_total{type="start",result="stored"} 1')
    expect(text).toContain('formlotse_events_total{type="start",result="duplicate"} 1')
    expect(text).toContain('formlotse_events_total{type="step",result="rejected"} 1')
    expect(text).toContain('formlotse_events_total{type="unknown",result="rejected"} 1')
    expect(text).toMatch(/^formlotse_commit_seconds_count 2$/m)
    expect(text).toMatch(/^formlotse_commit_events_sum 2$/m)
    expect(text).toMatch(/^formlotse_log_position 1$/m)
    expect(text).toMatch(/^formlotse_projection_lag_events 1$/m)
    expect(text).toMatch(/^formlotse_ingest_pending_events 0$/m)
    expect(text).toContain('formlotse_deliveries{state="dead"} 0')
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  })
})

describe('problems', () => {
  const failing = new Hono()
  const lines: string[] = []
  failing.onError(handleErrors(pino({}, { write: (line: string) => void lines.push(line) })))
  failing.get('/bug', () => {
    throw new Error('secret detail')
  })
  failing.get('/store', () => {
    throw new StoreUnavailable('the disk is full')
  })
  failing.get('/hono', () => {
    throw new HTTPException(403, { message: 'Forbidden' })
  })

  test('a bug is returned without details and logged with them', async () => {
    const response = await failing.request('/bug')
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret detail')
    expect(lines.join()).toContain('secret detail')
  })

  test('an unavailable store is a 503 with Retry-After', async () => {
    const response = await failing.request('/store')
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test("a refusal of Hono's own middleware becomes a problem as well", async () => {
    const response = await failing.request('/hono')
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ status: 403, title: 'Forbidden' })
  })

  test('bodies of other routes are limited as well', async () => {
    const response = await service.app.request('/api/payments/webhook', {
      method: 'POST',
      body: 'x'.repeat(300_000),
    })
    expect(response.status).toBe(413)
  })
})
