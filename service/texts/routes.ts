import { Hono } from 'hono'
import type { Store } from '#db/ports/store.ts'
import { textsPath } from '#domain/texts/accepted-texts.ts'
import { type TextResponse, sha256Hex, textResponseSchema } from '#domain/texts/text-contract.ts'
import { describe, problem } from '#service/http/openapi.ts'
import { Problem } from '#service/http/errors.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'

const textsPerMinute = 120

interface TextRouteDeps {
  store: Pick<Store, 'texts'>
  limits: RateLimitSettings
}

/** Returns the route that shows a version of a text that was offered for acceptance with an order. */
export function textRoutes({ store, limits }: TextRouteDeps) {
  const routes = new Hono()
  routes.use(`${textsPath}/*`, rateLimit({ name: 'texts', perMinute: textsPerMinute }, limits))
  routes.get(`${textsPath}/:sha256`, describeText, async (c) => {
    const hash = sha256Hex.safeParse(c.req.param('sha256'))
    const [text] = hash.success ? await store.texts.find([hash.data]) : []
    if (!text) throw unknownText()
    const { name, sha256, content } = text
    // The hash identifies the content, so it never changes.
    const headers = { 'cache-control': 'public, max-age=31536000, immutable' }
    return c.json({ name, sha256, content } satisfies TextResponse, 200, headers)
  })
  return routes
}

function unknownText(): Problem {
  return new Problem({
    status: 404,
    type: 'unknown-text',
    title: 'There is no such text',
    detail: 'No text with this SHA-256 has been offered for acceptance.',
  })
}

const describeText = describe({
  tag: 'Orders',
  summary: 'Get a text that is accepted with an order',
  description:
    'Returns one version of the terms, the information on the right of withdrawal, the product information or the ' +
    'label of a checkbox. All versions that were ever offered are available.',
  parameters: [
    { in: 'path', name: 'sha256', schema: sha256Hex, description: 'SHA-256 of the text, in hex.' },
  ],
  responses: {
    200: { description: 'The text.', schema: textResponseSchema },
    404: problem('No such text.'),
    429: problem('Too many requests; Retry-After contains the number of seconds to wait.'),
  },
})
