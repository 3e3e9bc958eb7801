import type { ErrorHandler, NotFoundHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import { StoreUnavailable } from '#db/ports/store.ts'
import { createLimitedLog } from '#service/observability/limited-log.ts'

// Problem JSON (RFC 9457) is created only here. All other code throws a `Problem`.

export interface ProblemMembers {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503
  /** Short name that distinguishes problems with the same status, for example `too-large`; part of the type URI. */
  type: string
  title: string
  /** Describes the fault and the allowed values; never contains a visitor's value. */
  detail?: string
  /** Whole seconds after which the client should retry. */
  retryAfter?: number
  /** Further members of the document, for example `results` or `parameter`. */
  extensions?: Record<string, unknown>
  headers?: Record<string, string>
}

/** Error response as an exception. Any code that handles a request may throw it. */
export class Problem extends Error {
  override name = 'Problem'
  readonly members: ProblemMembers

  constructor(members: ProblemMembers) {
    super(members.detail ?? members.title)
    this.members = members
  }
}

export function problemResponse({ members }: Problem): Response {
  const { status, type, title, detail, retryAfter, extensions, headers } = members
  const body = {
    type: `urn:formlotse:problem:${type}`,
    title,
    status,
    ...(detail !== undefined && { detail }),
    ...extensions,
  }
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(retryAfter !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }),
      ...headers,
    },
  })
}

/** Seconds after which a client should repeat a request that got a 503. */
const pause = 2

export function unavailable(detail: string): Problem {
  return new Problem({
    status: 503,
    type: 'unavailable',
    title: 'The service is temporarily unavailable',
    detail,
    retryAfter: pause,
  })
}

/**
 * Returns Hono's `onError`, which responds to any error with problem JSON. An error that is not a `Problem` comes from
 * a bug or broken infrastructure. It is logged, and the response contains no details.
 */
export function handleErrors(log: Logger): ErrorHandler {
  const limited = createLimitedLog(log)
  return (error, c) => {
    if (error instanceof Problem) return problemResponse(error)
    if (error instanceof HTTPException && error.status < 500) return problemResponse(refusedByHono(error))
    if (isBrokenOff(error)) return problemResponse(brokenOff())
    const requestId = c.get('requestId') as string | undefined
    const route = routePath(c, -1)
    const fields = { err: error, requestId, method: c.req.method, route }
    if (error instanceof StoreUnavailable) {
      limited({ level: 'error', key: route, fields, message: 'the store is unavailable' })
      return problemResponse(unavailable('The store cannot commit now. Try again.'))
    }
    // Lines with the same key are summarised. The key contains the line of code that threw the error, so that one bug
    // never hides another.
    const key = `${route} ${error.stack?.split('\n').find((line) => line.startsWith('    at ')) ?? error.name}`
    limited({ level: 'error', key, fields, message: 'unexpected error' })
    return problemResponse(new Problem({ status: 500, type: 'internal', title: 'Internal error' }))
  }
}

/** Returns whether the error means that the client disconnected or violated HTTP while Node was reading the body. */
function isBrokenOff(error: Error): boolean {
  return error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
}

function brokenOff(): Problem {
  return new Problem({
    status: 400,
    type: 'broken-off',
    title: 'The body cannot be read',
    detail: 'The body ended prematurely.',
  })
}

/** Converts an error of Hono's own middleware, such as a wrong origin or an unreadable form. */
function refusedByHono({ status, message }: HTTPException): Problem {
  return new Problem({
    status: status as ProblemMembers['status'],
    type: 'refused',
    title: message || 'Refused',
  })
}

export const handleNotFound: NotFoundHandler = (c) =>
  problemResponse(
    new Problem({
      status: 404,
      type: 'not-found',
      title: 'Not found',
      detail: `There is no ${c.req.method} ${c.req.path.slice(0, 200)} here.`,
    }),
  )
