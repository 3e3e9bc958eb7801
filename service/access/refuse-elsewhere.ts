import type { Context, MiddlewareHandler } from 'hono'
import { Problem } from '#service/http/errors.ts'

const changesNothing = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests that change something and that a page of another origin made the browser send. Browsers
 * report the origin of a request and pages cannot forge it. A client that sends neither header is not a
 * browser, so it holds no cookie that another site could abuse.
 */
export function refuseElsewhere(publicUrl: string | undefined): MiddlewareHandler {
  return async (c, next) => {
    if (!changesNothing.has(c.req.method) && comesFromElsewhere(c, publicUrl))
      throw new Problem({
        status: 403,
        type: 'foreign-origin',
        title: 'Wrong origin',
        detail: 'Only pages of this site may send this request.',
      })
    await next()
  }
}

function comesFromElsewhere(c: Context, publicUrl: string | undefined): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const origin = c.req.header('origin')
  if (origin === undefined) return false
  if (!URL.canParse(origin)) return true
  // A proxy may accept https and forward http, so only the hosts are compared.
  const own = [c.req.url, ...(publicUrl === undefined ? [] : [publicUrl])]
  return !own.some((url) => new URL(url).host === new URL(origin).host)
}
