import { type Context, Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { type PageView, pageViewPath, pageViewSchema } from '#domain/site/analytics-contract.ts'
import type { PageViewRelay } from './relay-page-views.ts'
import { Problem } from '#service/http/errors.ts'
import { readUserAgent } from '#service/http/read-user-agent.ts'
import { describe, problem } from '#service/http/openapi.ts'
import { readSmallBody } from '#service/http/read-small-body.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'
import { isSitePath } from '#domain/site/site-paths.ts'

const maxBytes = 4 * 1024
const perMinute = 120

export interface AnalyticsRouteDeps {
  relay: Pick<PageViewRelay, 'enqueue'>
  limits: RateLimitSettings
}

/**
 * Returns the route for page views of visitors who consented. The service forwards the page views to the analytics
 * service, so that browsers send no requests to a third party.
 */
export function analyticsRoutes({ relay, limits }: AnalyticsRouteDeps) {
  const routes = new Hono()
  routes.post(
    pageViewPath,
    describePageView,
    csrf(),
    rateLimit({ name: 'analytics', perMinute }, limits),
    async (c) => {
      const { consent: _, ...view } = await readView(c)
      // An unknown path is replaced, because the visitor may have typed it, and it may contain personal data.
      const path = isSitePath(view.path) ? view.path : '/404'
      if (!readUserAgent(c.req.header('user-agent')).bot) relay.enqueue({ type: 'page_view', ...view, path })
      return c.body(null, 202)
    },
  )
  return routes
}

async function readView(c: Context): Promise<PageView> {
  const body = await readSmallBody(c, maxBytes)
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    throw malformed('The body is not JSON.')
  }
  const parsed = pageViewSchema.safeParse(json)
  if (parsed.success) return parsed.data
  throw malformed(
    'The body is not a page view with consent.',
    // An issue names the location and the failed check, never the value.
    parsed.error.issues.map(({ path, code }) => ({ path: path.join('.'), code })),
  )
}

function malformed(detail: string, issues: { path: string; code: string }[] = []): Problem {
  const extensions = issues.length > 0 ? { issues } : {}
  return new Problem({ status: 400, type: 'malformed', title: 'Malformed page view', detail, extensions })
}

const describePageView = describe({
  tag: 'Site',
  summary: 'Report a page view',
  description:
    'Available only if ANALYTICS_URL is set. The page view is forwarded without the client’s address and never stored.',
  body: { schema: pageViewSchema, description: 'At most 4 KB.' },
  responses: {
    202: { description: 'Accepted for forwarding, which is not guaranteed.' },
    400: problem('The body is not a page view, or has no consent.'),
    403: problem('The request came from a page of another origin.'),
    413: problem('The body has more than 4 KB.'),
    429: problem(`The client sent more than ${perMinute} requests in a minute.`),
  },
})
