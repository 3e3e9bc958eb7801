import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, describe, expect, test } from 'vitest'
import { plainSite } from '#domain/site-settings.ts'
import { siteRoutes } from '#service/routes/site.ts'
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

const app = new Hono().route('/', siteRoutes({ webRoot, publicUrl: undefined, site: plainSite }))
const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(target, { headers, method })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

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
  ])('for who accepts %j comes as %j, and says the same', async (accepted, encoding) => {
    const response = await get(
      '/assets/main-a1b2c3.js',
      accepted === undefined ? {} : { 'accept-encoding': accepted },
    )
    expect(response.headers.get('content-encoding')).toBe(encoding)
    const bytes = await bytesOf(response)
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
    expect((encoding ? unpack[encoding as keyof typeof unpack](bytes) : bytes).toString()).toBe(script)
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    // Also unpacked: a cache must not give it to a client that takes less, nor the other way round.
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  test('that the client has is confirmed, in the form that it has', async () => {
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

  test('that was changed is sent anew', async () => {
    write('robots-note.txt', 'one')
    const etag = (await get('/robots-note.txt')).headers.get('etag')!
    write('robots-note.txt', 'two')
    const response = await get('/robots-note.txt', { 'if-none-match': etag })
    expect([response.status, await response.text()]).toEqual([200, 'two'])
  })

  test.each(['bytes=0-3', 'bytes=-4', 'bytes=99999-', 'bytes=0-1,3-4', 'bytes=x', 'lines=1-2'])(
    'of which %j is asked comes whole',
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
])('HEAD %s answers as GET does, without the body', async (target) => {
  const headers = { 'accept-encoding': 'br' }
  const asked = await get(target, headers)
  const response = await get(target, headers, 'HEAD')
  expect([response.status, Object.fromEntries(response.headers)]).toEqual([
    asked.status,
    Object.fromEntries(asked.headers),
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
])('%s is no file', async (target) => {
  const response = await get(target)
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining('<title>404</title>'),
  ])
  expect(response.headers.get('cache-control')).toBe('no-cache')
})

test('the packed forms that a client likes the same come with the smaller first', () => {
  expect(acceptedEncodings('gzip, br')).toEqual(['br', 'gzip'])
  expect(acceptedEncodings('gzip;q=0.8, br;q=0.8, *;q=0.1')).toEqual(['br', 'gzip'])
})
