import { Hono } from 'hono'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { LetterReport } from '#domain/orders/letter-report.ts'
import { letterWebhookPath } from '#domain/orders/order-contract.ts'
import { Problem, unavailable } from '#service/http/errors.ts'
import { describe, problem } from '#service/http/openapi.ts'
import { type RateLimitSettings, requestLimiter } from '#service/http/rate-limit.ts'
import { readSmallBody } from '#service/http/read-small-body.ts'
import { createLimitedLog } from '#service/observability/limited-log.ts'
import { letterWebhookSchema, readLetterWebhook } from './read-letter-webhook.ts'
import { isSignedByPingen } from './verify-letter-webhook.ts'

const maxBytes = 64 * 1024

/**
 * Result of recording a report. `unknown-letter` is a letter that is not from this service. `not-submitted` means that
 * the hand-over is not recorded yet, so the report must be repeated later.
 */
export type RecordedReport = 'changed' | 'unchanged' | 'unknown-letter' | 'not-submitted'

export interface LetterRouteDeps {
  /** Signing keys of the webhooks. */
  secrets: readonly string[]
  /** UUID of the organisation at the letter service. */
  organisation: string
  /** Finds the order of the letter, decides (see `decideLetterReport`) and appends the event. */
  record: (report: LetterReport) => Promise<RecordedReport>
  now: () => number
  log: Logger
  limits: RateLimitSettings
  /** Counts a webhook that was refused because of its signature. */
  countRefused: () => void
}

/** Rate limit for forged webhooks. Genuine webhooks are always accepted. */
const forgedLimit = { name: 'forged-letter-webhook', perMinute: 60 }

const resultSchema = z.object({ result: z.enum(['changed', 'unchanged', 'ignored']) })

/** Returns the route to which the letter service reports. A 2xx response means that the report is committed. */
export function letterRoutes(deps: LetterRouteDeps) {
  const { secrets, organisation, record, now, log, limits, countRefused } = deps
  const limited = createLimitedLog(log)
  const limitForged = requestLimiter(forgedLimit, limits)
  const routes = new Hono()
  routes.post(letterWebhookPath, describeWebhook, async (c) => {
    const body = await readSmallBody(c, maxBytes)
    if (!isSignedByPingen({ signature: c.req.header('signature'), body }, secrets)) {
      countRefused()
      await limitForged(c)
      limited({ level: 'warn', fields: {}, message: 'letter webhooks without a valid signature refused' })
      throw forged()
    }
    const read = readLetterWebhook(body, { organisation, now: now() })
    if (read.code === 'malformed' || read.code === 'out-of-window') throw refused(read.code)
    if (read.code === 'ignored') return c.json({ result: 'ignored' })
    const { letterId, news } = read.report
    const result = await record(read.report)
    if (result === 'not-submitted')
      throw unavailable('The hand-over of this letter is not recorded yet. Try again.')
    if (result === 'unknown-letter') return c.json({ result: 'ignored' })
    if (news.code === 'attention')
      log.warn({ letterId, reason: news.reason }, 'a letter needs attention at the letter service')
    else if (result === 'changed') log.info({ letterId, news: news.code }, 'letter reported')
    return c.json({ result })
  })
  return routes
}

function forged(): Problem {
  return new Problem({
    status: 401,
    type: 'wrong-signature',
    title: 'Not a signed webhook',
    detail:
      'The header Signature must be the HMAC-SHA256 of the body in hex, with the signing key of this service.',
  })
}

function refused(code: 'malformed' | 'out-of-window'): Problem {
  return new Problem({
    status: 400,
    type: code,
    title: 'Malformed letter report',
    detail:
      code === 'malformed'
        ? 'The body is not a webhook of the letter service.'
        : 'created_at must be within the last 7 days.',
  })
}

const describeWebhook = describe({
  tag: 'Orders',
  summary: 'Report what happened to a letter',
  description:
    'Called by the letter service, signed in the header Signature (HMAC-SHA256 of the body in hex) with ' +
    'LETTER_WEBHOOK_SECRET. Repeating a report changes nothing.',
  body: { schema: letterWebhookSchema, description: 'At most 64 KB.' },
  responses: {
    200: { description: 'Committed, nothing to change, or not about an order.', schema: resultSchema },
    400: problem('The body is not a webhook of the letter service, or is too old.'),
    401: problem('The signature is missing or wrong.'),
    413: problem('The body has more than 64 KB.'),
    429: problem('Too many webhooks without a valid signature; Retry-After says when to try again.'),
    503: problem('The store cannot commit now, or the hand-over of the letter is not recorded yet.'),
  },
})
