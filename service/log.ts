import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { type Level, type Logger, pino } from 'pino'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const satisfies Level[]

/** JSON lines without personal data: no form values, no IP addresses, no query strings. */
export function createLog(level: Level): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}

/** One line a request; visible from LOG_LEVEL=debug on, since most of them are events that went well. */
export function logRequests(log: Logger): MiddlewareHandler {
  return async (c, next) => {
    const startedAt = performance.now()
    await next()
    const requestId = c.get('requestId')
    // Hono's middleware sets it before the answer is there, which a problem document replaces as a whole. Not by
    // `c.header`, which makes a new answer of one that is there, and its text a stream: twice the work of sending it.
    c.res.headers.set('x-request-id', requestId)
    const line = {
      requestId,
      method: c.req.method,
      // The pattern of the handler that answered, for a path may hold anything that somebody typed.
      route: routePath(c),
      status: c.res.status,
      ms: Math.round(performance.now() - startedAt),
    }
    if (c.res.status >= 500) log.warn(line, 'request failed')
    else log.debug(line, 'request')
  }
}
