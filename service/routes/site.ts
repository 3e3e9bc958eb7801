import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Context, Hono } from 'hono'
import type { SiteSettings } from '#domain/site-settings.ts'
import { handleNotFound } from '#service/errors.ts'
import { fillPage } from '#service/site/fill-page.ts'
import { robotsText, sitemap } from '#service/site/robots.ts'
import { sendFile } from '#service/site/send-file.ts'
import { sendPage } from '#service/site/send-page.ts'
import { sitePage } from '#service/site-paths.ts'

export interface SiteRouteDeps {
  /** Folder of the built web app. */
  webRoot: string
  /** Where visitors reach the service; absent: wherever a request came to. */
  publicUrl: string | undefined
  site: SiteSettings
}

/**
 * The web app as Vite built it into `webRoot`: files as they are, pages completed with what only the service knows.
 * Mounted last; paths of the API and others than GET never get a page.
 */
export function siteRoutes({ webRoot, publicUrl, site }: SiteRouteDeps) {
  const routes = new Hono()
  const originOf = (c: Context) => publicUrl ?? new URL(c.req.url).origin

  async function send(c: Context): Promise<Response> {
    const page = sitePage(c.req.path)
    const template = await readFile(path.join(webRoot, page.file), 'utf8').catch(() => undefined)
    if (template === undefined)
      return c.text('The site is not built. Run: npm run build', page.status === 200 ? 503 : 404)
    const { search } = new URL(c.req.url)
    return sendPage(c, fillPage(template, { origin: originOf(c), site, search }), page)
  }

  routes.get('/robots.txt', (c) => c.text(robotsText(originOf(c)), 200, { 'cache-control': 'no-cache' }))
  routes.get('/sitemap.xml', (c) =>
    c.body(sitemap(originOf(c)), 200, { 'content-type': 'application/xml', 'cache-control': 'no-cache' }),
  )
  routes.get('*', async (c) => {
    const { path: asked } = c.req
    if (asked === '/api' || asked.startsWith('/api/')) return handleNotFound(c)
    const file = sitePage(asked).status === 200 ? undefined : await sendFile(c, webRoot)
    return file ?? send(c)
  })
  return routes
}
