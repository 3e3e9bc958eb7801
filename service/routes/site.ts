import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { handleNotFound } from '#service/errors.ts'
import { isReportsPath, isSitePath, isUnlisted } from '#service/site-paths.ts'

const year = 'public, max-age=31536000, immutable'

/**
 * The web app as Vite built it into `webRoot`: files as they are, and its shell for every page.
 * Mounted last; paths of the API and others than GET never get the shell.
 */
export function siteRoutes({ webRoot }: { webRoot: string }) {
  const routes = new Hono()
  const shell = path.join(webRoot, 'index.html')

  async function sendShell(c: Context): Promise<Response> {
    const html = await readFile(shell, 'utf8').catch(() => undefined)
    if (html === undefined)
      return c.text('The site is not built. Run: npm run build', isSitePath(c.req.path) ? 503 : 404)
    // The names of the assets in it change with every build, so it is asked for anew each time.
    const robots = isUnlisted(c.req.path) ? { 'x-robots-tag': 'noindex' } : {}
    return c.html(html, isSitePath(c.req.path) ? 200 : 404, { 'cache-control': 'no-cache', ...robots })
  }

  async function sendReports(c: Context): Promise<Response> {
    const html = await readFile(path.join(webRoot, 'berichte.html'), 'utf8').catch(() => undefined)
    if (html === undefined) return c.text('The site is not built. Run: npm run build', 503)
    return c.html(html, 200, { 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
  }

  const files = existsSync(webRoot) ? serveStatic({ root: webRoot }) : undefined
  routes.use(compress())
  routes.get('*', async (c) => {
    const { path: asked } = c.req
    if (asked === '/api' || asked.startsWith('/api/')) return handleNotFound(c)
    if (asked === '/berichte.html' || isReportsPath(asked)) return sendReports(c)
    if (asked === '/index.html' || isSitePath(asked)) return sendShell(c)
    const found = await files?.(c, async () => undefined)
    if (!found) return sendShell(c)
    // Vite puts a hash of the content into the names below assets/.
    found.headers.set('cache-control', asked.startsWith('/assets/') ? year : 'no-cache')
    return found
  })
  return routes
}
