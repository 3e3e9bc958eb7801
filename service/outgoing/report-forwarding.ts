import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'

/**
 * Returns a middleware that warns once if a request came through a proxy although no proxy is trusted. In that case,
 * all visitors behind the proxy count as one client. The value of the forwarding header is not logged, because it
 * contains the visitor's address.
 */
export function reportForwarding(log: Logger, trustedProxies: number): MiddlewareHandler {
  let reported = trustedProxies > 0
  return async (c, next) => {
    const header = reported
      ? undefined
      : forwardingHeader(c.req.header('forwarded'), c.req.header('x-forwarded-for'))
    if (header !== undefined) {
      reported = true
      log.warn(
        { header },
        'a request came through a proxy but TRUST_PROXY is 0, so all visitors behind it count as one client',
      )
    }
    await next()
  }
}

function forwardingHeader(forwarded: string | undefined, forwardedFor: string | undefined) {
  if (forwarded !== undefined) return 'Forwarded'
  return forwardedFor === undefined ? undefined : 'X-Forwarded-For'
}
