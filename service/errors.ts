import type { ErrorHandler, NotFoundHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import { StoreUnavailable } from '#db/store.ts'

// The only place that makes problem JSON (RFC 9457). Everything else throws a Problem.

export interface ProblemMembers {
  status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503
  /** Short name that tells problems of one status apart, for example `too-large`; part of the type URI. */
  type: string
  title: string
  /** What was wrong, what was read, what is allowed; never a visitor's value. */
  detail?: string
  /** Whole seconds after which trying again makes sense. */
  retryAfter?: number
  /** Further members of the document, for example `results` or `parameter`. */
  extensions?: Record<string, unknown>
  headers?: Record<string, string>
}

/** An answer that is not the wanted one. Throw it anywhere below a route. */
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

/** Seconds a client should wait when the store or the ingest cannot take more now. */
const pause = 2

export function unavailable(detail: string): Problem {
  return new Problem({
    status: 503,
    type: 'unavailable',
    title: 'The service cannot take this now',
    detail,
    retryAfter: pause,
  })
}

/** Hono's `onError`. What is not a Problem is a bug or broken infrastructure: logged, and told without details. */
export function handleErrors(log: Logger): ErrorHandler {
  return (error, c) => {
    if (error instanceof Problem) return problemResponse(error)
    if (error instanceof HTTPException && error.status < 500) return problemResponse(refusedByHono(error))
    if (isBrokenOff(error)) return problemResponse(brokenOff())
    const requestId = c.get('requestId') as string | undefined
    const where = { err: error, requestId, method: c.req.method, route: routePath(c, -1) }
    if (error instanceof StoreUnavailable) {
      log.error(where, 'the store cannot do its work now')
      return problemResponse(unavailable('The store cannot commit now. Try again.'))
    }
    log.error(where, 'unexpected error')
    return problemResponse(new Problem({ status: 500, type: 'internal', title: 'Internal error' }))
  }
}

/** What Node throws at whoever reads the body of a client that has gone, or that broke the rules of HTTP. */
function isBrokenOff(error: Error): boolean {
  return error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
}

function brokenOff(): Problem {
  return new Problem({
    status: 400,
    type: 'broken-off',
    title: 'The body cannot be read',
    detail: 'The body broke off before its end.',
  })
}

/** Hono's own middleware refuses with these: a wrong origin, an unreadable form. */
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
