import type { MiddlewareHandler } from 'hono'
import { requestId as giveRequestId } from 'hono/request-id'
import { routePath } from 'hono/route'
import { type Level, type Logger, pino } from 'pino'
import { createLimitedLog } from './limited-log.ts'
import type { Metrics } from './metrics.ts'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const satisfies Level[]

/** Creates a log of JSON lines without personal data: no form values, IP addresses or query strings. */
export function createLog(level: Level): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}

/**
 * Generates the id of each request. An id sent by the client is ignored, because it could equal the id of another
 * request.
 */
export const ownRequestId = giveRequestId({ headerName: '' })

/**
 * Counts each response, and logs each request at level debug, because there are many of them. Requests that end with a
 * status of 500 or more are logged as a warning, at most once a minute per route and status.
 */
export function logRequests(
  log: Logger,
  { countResponse }: Pick<Metrics, 'countResponse'>,
): MiddlewareHandler {
  const limited = createLimitedLog(log)
  return async (c, next) => {
    const startedAt = performance.now()
    await next()
    const requestId = c.get('requestId')
    // `c.header` would replace the response and turn its text into a stream, which doubles the cost of sending it.
    c.res.headers.set('x-request-id', requestId)
    const line = {
      requestId,
      method: c.req.method,
      // The pattern of the route is logged, because the path itself may contain anything.
      route: routePath(c),
      status: c.res.status,
      ms: Math.round(performance.now() - startedAt),
    }
    const { route, status } = line
    countResponse(status)
    if (status >= 500)
      limited({ level: 'warn', key: `${route} ${status}`, fields: line, message: 'request failed' })
    else log.debug(line, 'request')
  }
}
