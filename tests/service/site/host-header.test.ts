import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { defaultSiteSettings } from '#domain/site/site-settings.ts'
import { closeServer, listen } from '#service/http/listen.ts'
import { siteRoutes } from '#service/site/routes.ts'

const webRoot = mkdtempSync(path.join(tmpdir(), 'formlotse-'))
mkdirSync(path.join(webRoot, 'pages'))
writeFileSync(
  path.join(webRoot, 'pages/agb.html'),
  '<head><link rel="canonical" href="https://site.invalid/agb" /></head>',
)
afterAll(() => rmSync(webRoot, { recursive: true }))

/** Returns the origins of all URLs in a page, the sitemap and robots.txt, for a request with this Host header. */
async function originsFor(host: string, publicUrl?: string) {
  const app = new Hono().route(
    '/',
    siteRoutes({ limits: { enabled: false, hops: 0 }, webRoot, publicUrl, site: defaultSiteSettings }),
  )
  const { server, port } = await listen(app, 0)
  onTestFinished(() => closeServer(server, 100))
  const get = (target: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = { host: host.replace('<port>', String(port)) }
      request({ host: '127.0.0.1', port, path: target, headers }, (response) => resolve(text(response)))
        .once('error', reject)
        .end()
    })
  const bodies = await Promise.all(['/agb', '/sitemap.xml', '/robots.txt'].map(get))
  const origins = bodies.map((body) => body.match(/https?:\/\/(?!www\.sitemaps)[^/"<\s]+/g) ?? [])
  expect(origins.every((found) => found.length > 0)).toBe(true)
  return [...new Set(origins.flat())].map((origin) => origin.replace(String(port), '<port>'))
}

test.each([
  ['localhost:<port>', 'http://localhost:<port>'],
  ['127.0.0.1:<port>', 'http://127.0.0.1:<port>'],
  ['192.168.1.5:8080', 'http://192.168.1.5:8080'],
  ['formlotse.internal', 'http://formlotse.internal'],
  ['evil.example', 'http://localhost:<port>'],
  ['evil.example:3000', 'http://localhost:<port>'],
  ['203.0.113.9', 'http://localhost:<port>'],
  ['3405803785', 'http://localhost:<port>'],
  ['localhost.evil.example', 'http://localhost:<port>'],
])('without PUBLIC_URL a request for the host %s gets URLs of %s', async (host, origin) => {
  expect(await originsFor(host)).toEqual([origin])
})

test('with PUBLIC_URL the Host header is ignored', async () => {
  expect(await originsFor('localhost', 'https://www.example.de')).toEqual(['https://www.example.de'])
})
