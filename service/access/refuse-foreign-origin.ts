import type { Context, MiddlewareHandler } from 'hono'
import { Problem } from '#service/http/errors.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses state-changing requests from pages of another origin. Browsers report the origin in the header
 * `Sec-Fetch-Site` or `Origin`, which pages cannot forge. A client that sends neither header is not a browser, so it
 * has no cookie that another site could abuse.
 */
export function refuseForeignOrigin(publicUrl: string | undefined): MiddlewareHandler {
  return async (c, next) => {
    if (changesState(c) && isForeignOrigin(c, publicUrl))
      throw new Problem({
        status: 403,
        type: 'foreign-origin',
        title: 'Wrong origin',
        detail: 'Only pages of this site may send this request.',
      })
    await next()
  }
}

export function changesState(c: Context): boolean {
  return !safeMethods.has(c.req.method)
}

export function isForeignOrigin(c: Context, publicUrl: string | undefined): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const origin = c.req.header('origin')
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  // Only the hosts are compared, because a proxy may accept https and forward the request as http.
  const own = [c.req.url, ...(publicUrl === undefined ? [] : [publicUrl])]
  return !own.some((url) => new URL(url).host === new URL(origin).host)
}
