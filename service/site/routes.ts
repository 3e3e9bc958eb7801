import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Context, Hono } from 'hono'
import { ownOrigin } from '#service/http/own-origin.ts'
import type { SiteSettings } from '#domain/site/site-settings.ts'
import { createSingleProcess } from '#db/limits/single-process.ts'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { handleNotFound } from '#service/http/errors.ts'
import { type RateLimitSettings, requestLimiter } from '#service/http/rate-limit.ts'
import { siteStylePath } from '#service/http/site-frame.ts'
import { fillPage } from './fill-page.ts'
import { robotsText, sitemap } from './robots.ts'
import { sendFile } from './send-file.ts'
import { createPackedPages, sendPage } from './send-page.ts'
import { apiDocsPath, sitePage } from '#domain/site/site-paths.ts'

export interface SiteRouteDeps {
  /** Folder of the built web app. */
  webRoot: string
  /** Public URL of the site; defaults to the address of the request. */
  publicUrl: string | undefined
  site: SiteSettings
  limits: Pick<RateLimitSettings, 'enabled' | 'hops'>
  /** Returns what a page shows without JavaScript instead of the general notice; undefined for most pages. */
  withoutScript?: ((c: Context) => Promise<string | undefined>) | undefined
}

const styleSheet = /<link rel="stylesheet"[^>]* href="(\/assets\/[^"]+\.css)"/
const noScript = /<noscript>[\s\S]*?<\/noscript>/
const pageLimit = { name: 'pages', perMinute: 600 }

/**
 * Returns the routes that serve the web app that Vite built into `webRoot`. Files are served unchanged, and pages are
 * completed with the service's settings. The routes must be mounted last. Requests for API paths except `apiDocsPath`,
 * and requests with a method other than GET, never receive a page.
 */
export function siteRoutes({ webRoot, publicUrl, site, limits, withoutScript }: SiteRouteDeps) {
  const routes = new Hono()
  const originOf = (c: Context) => ownOrigin(c, publicUrl)
  const packed = createPackedPages()
  // Page requests are counted in this process only. They cause no load on other processes, and pages must be served
  // even if the shared database is down.
  const limitPages = requestLimiter(pageLimit, { ...limits, count: createSingleProcess().count })

  async function send(c: Context): Promise<Response> {
    await limitPages(c)
    const { search: query } = new URL(c.req.url)
    const page = sitePage(c.req.path, query)
    const template = await readFile(path.join(webRoot, page.file), 'utf8').catch(() => undefined)
    if (template === undefined)
      return c.text('The site is not built. Run: npm run build', page.status === 200 ? 503 : 404)
    const search = keptQuery(query)
    const fallback = await withoutScript?.(c)
    const shown =
      fallback === undefined ? template : template.replace(noScript, () => `<noscript>${fallback}</noscript>`)
    const html = fillPage(shown, { origin: originOf(c), site, search })
    const isCommon = search === '' && fallback === undefined
    return sendPage(c, html, { ...page, packed: isCommon ? packed : undefined })
  }

  routes.get('/robots.txt', (c) => c.text(robotsText(originOf(c)), 200, { 'cache-control': 'no-cache' }))
  routes.get('/sitemap.xml', (c) =>
    c.body(sitemap(originOf(c)), 200, { 'content-type': 'application/xml', 'cache-control': 'no-cache' }),
  )
  routes.get(siteStylePath, async (c) => {
    const shell = await readFile(path.join(webRoot, 'index.html'), 'utf8').catch(() => '')
    const sheet = styleSheet.exec(shell)?.[1]
    if (sheet === undefined) return c.notFound()
    return c.body(null, 302, { location: sheet, 'cache-control': 'no-cache' })
  })
  routes.get('*', async (c) => {
    const { path: requested } = c.req
    const isApi = requested === '/api' || requested.startsWith('/api/')
    if (isApi && requested !== apiDocsPath) return handleNotFound(c)
    const file = sitePage(requested).status === 200 ? undefined : await sendFile(c, webRoot)
    return file ?? send(c)
  })
  return routes
}
