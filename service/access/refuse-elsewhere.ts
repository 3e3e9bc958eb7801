import type { Context, MiddlewareHandler } from 'hono'
import { Problem } from '#service/errors.ts'

const changesNothing = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a request that would change something and that a page of another origin makes a browser send. Browsers say
 * where a request comes from and pages cannot forge it; a client that says nothing is no browser, and brings no cookie
 * that it was not given.
 */
export function refuseElsewhere(publicUrl: string | undefined): MiddlewareHandler {
  return async (c, next) => {
    if (!changesNothing.has(c.req.method) && comesFromElsewhere(c, publicUrl))
      throw new Problem({
        status: 403,
        type: 'foreign-origin',
        title: 'Not from here',
        detail: 'Only pages of this site may do that.',
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
  // A proxy in front may speak https and leave http behind it, so the host decides.
  const own = [c.req.url, ...(publicUrl === undefined ? [] : [publicUrl])]
  return !own.some((url) => new URL(url).host === new URL(origin).host)
}
