import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import zlib, { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { defaultSiteSettings } from '#domain/site/site-settings.ts'
import { handleErrors } from '#service/http/errors.ts'
import { siteRoutes } from '#service/site/routes.ts'
import { acceptedEncodings } from '#service/site/negotiate.ts'

const script = 'console.log(1)\n'.repeat(50)
const icon = '<svg xmlns="http://www.w3.org/2000/svg"/>'

const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-'))
const webRoot = path.join(folder, 'web')
for (const part of ['assets', 'pages']) mkdirSync(path.join(webRoot, part), { recursive: true })
const write = (file: string, content: string | Buffer) => writeFileSync(path.join(webRoot, file), content)
write('pages/404.html', '<title>404</title>')
write('pages/agb.html', '<title>AGB</title>')
write('assets/main-a1b2c3.js', script)
write('assets/main-a1b2c3.js.br', brotliCompressSync(script))
write('assets/main-a1b2c3.js.gz', gzipSync(script))
write('favicon.svg', icon)
write('.hidden.txt', 'secret')
writeFileSync(path.join(folder, 'formlotse.txt'), 'secret')
afterAll(() => rmSync(folder, { recursive: true }))

const app = new Hono().route(
  '/',
  siteRoutes({
    webRoot,
    publicUrl: undefined,
    site: defaultSiteSettings,
    limits: { enabled: false, hops: 0 },
  }),
)
const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(target, { headers, method })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('the style sheet of the site has an address without a hash, for pages that the service renders', async () => {
  expect((await get('/site.css')).status).toBe(404)
  write('index.html', '<link rel="stylesheet" crossorigin href="/assets/index-a1b2c3.css">')
  const sheet = await get('/site.css')
  expect(sheet.status).toBe(302)
  expect(sheet.headers.get('location')).toBe('/assets/index-a1b2c3.css')
  rmSync(path.join(webRoot, 'index.html'))
})

describe('a file', () => {
  test.each([
    [undefined, null],
    ['identity', null],
    ['deflate, zstd', null],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0,gzip;q=0', null],
    ['br;q=0.2, gzip;q=0.9', 'gzip'],
    ['br;q=0.9, gzip ; q=0.2', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', null],
    ['br;q=viel', null],
  ])('for a client that accepts %j is sent as %j with the same content', async (accepted, encoding) => {
    const response = await get(
      '/assets/main-a1b2c3.js',
      accepted === undefined ? {} : { 'accept-encoding': accepted },
    )
    expect(response.headers.get('content-encoding')).toBe(encoding)
    const bytes = await bytesOf(response)
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
    expect((encoding ? unpack[encoding as keyof typeof unpack](bytes) : bytes).toString()).toBe(script)
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    // Vary is required even for an uncompressed response. Otherwise, a cache could send a compressed response to a
    // client that does not accept its encoding.
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  test('that the client already has is answered with 304, in any encoding', async () => {
    for (const [target, kept] of [
      ['/favicon.svg', 'no-cache'],
      ['/assets/main-a1b2c3.js', 'public, max-age=31536000, immutable'],
    ] as const) {
      const first = await get(target, { 'accept-encoding': 'br' })
      expect([first.status, first.headers.get('cache-control')]).toEqual([200, kept])
      const etag = first.headers.get('etag')!
      expect(etag).toMatch(/^"[\w-]{22}"$/)
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const again = await get(target, { 'accept-encoding': 'br', 'if-none-match': known })
        expect([again.status, again.headers.get('etag'), again.headers.get('cache-control')]).toEqual([
          304,
          etag,
          kept,
        ])
        expect((await bytesOf(again)).length).toBe(0)
      }
      expect((await get(target, { 'accept-encoding': 'br', 'if-none-match': '"x"' })).status).toBe(200)
    }
    const packed = (await get('/assets/main-a1b2c3.js', { 'accept-encoding': 'br' })).headers.get('etag')!
    expect((await get('/assets/main-a1b2c3.js', { 'if-none-match': packed })).status).toBe(200)
  })

  test('that was changed is sent again', async () => {
    write('robots-note.txt', 'one')
    const etag = (await get('/robots-note.txt')).headers.get('etag')!
    write('robots-note.txt', 'two')
    const response = await get('/robots-note.txt', { 'if-none-match': etag })
    expect([response.status, await response.text()]).toEqual([200, 'two'])
  })

  test.each(['bytes=0-3', 'bytes=-4', 'bytes=99999-', 'bytes=0-1,3-4', 'bytes=x', 'lines=1-2'])(
    'is sent whole for the range %j',
    async (range) => {
      const response = await get('/favicon.svg', { range })
      expect([response.status, await response.text()]).toEqual([200, icon])
      for (const name of ['content-range', 'accept-ranges']) expect(response.headers.get(name)).toBeNull()
    },
  )
})

test.each([
  '/favicon.svg',
  '/assets/main-a1b2c3.js',
  '/agb',
  '/gibt-es-nicht',
  '/robots.txt',
  '/sitemap.xml',
])('HEAD %s has the headers of GET, without the body', async (target) => {
  const headers = { 'accept-encoding': 'br' }
  const expected = await get(target, headers)
  const response = await get(target, headers, 'HEAD')
  expect([response.status, Object.fromEntries(response.headers)]).toEqual([
    expected.status,
    Object.fromEntries(expected.headers),
  ])
  expect((await bytesOf(response)).length).toBe(0)
})

test.each([
  '/assets',
  '/assets/',
  '/assets/main-old.js',
  '/favicon.svg/',
  '/favicon.svg/x.js',
  '/favicon.svg%00.js',
  '//favicon.svg',
  '/.hidden.txt',
  '/assets/../.hidden.txt',
  '/../formlotse.txt',
  '/..%2fformlotse.txt',
  '/%2e%2e/formlotse.txt',
  '/assets/..%5c..%5cformlotse.txt',
  '/pages/agb.html',
  '/assets/main-a1b2c3.js.br',
  '/assets/main-a1b2c3.js.gz',
  `/${'x'.repeat(300)}.js`,
  '/%E0%A4%A',
])('%s is not served as a file', async (target) => {
  const response = await get(target)
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining('<title>404</title>'),
  ])
  expect(response.headers.get('cache-control')).toBe('no-cache')
})

const packed = (target: string) => get(target, { 'accept-encoding': 'br' })

describe('a page', () => {
  test('without carried parameters is compressed once for all visitors', async () => {
    const first = await packed('/agb')
    const bytes = await bytesOf(first)
    const compress = vi.spyOn(zlib, 'brotliCompress')
    onTestFinished(() => {
      compress.mockRestore()
      syncBuiltinESMExports()
    })
    syncBuiltinESMExports()
    for (const target of ['/agb', '/agb?x=1', `/agb?campaign=${'a'.repeat(15_000)}`])
      expect((await bytesOf(await packed(target))).equals(bytes)).toBe(true)
    expect(compress).not.toHaveBeenCalled()
    await packed('/agb?gclid=1')
    expect(compress).toHaveBeenCalledOnce()
  })

  test('is sent at most 600 times a minute to a client', async () => {
    const limits = { enabled: true, hops: 1 }
    const limited = new Hono()
      .onError(handleErrors(pino({ level: 'silent' })))
      .route('/', siteRoutes({ webRoot, publicUrl: undefined, site: defaultSiteSettings, limits }))
    const ask = async (client: string, target: string) =>
      (await limited.request(target, { headers: { 'x-forwarded-for': client } })).status
    for (let page = 0; page < 600; page += 1) expect(await ask('192.0.2.1', '/agb')).toBe(200)
    expect([await ask('192.0.2.1', '/agb'), await ask('192.0.2.1', '/gibt-es-nicht')]).toEqual([429, 429])
    expect(await ask('192.0.2.1', '/favicon.svg')).toBe(200)
    expect(await ask('192.0.2.2', '/agb')).toBe(200)
  })
})

test('equally preferred encodings are sorted by size', () => {
  expect(acceptedEncodings('gzip, br')).toEqual(['br', 'gzip'])
  expect(acceptedEncodings('gzip;q=0.8, br;q=0.8, *;q=0.1')).toEqual(['br', 'gzip'])
})
