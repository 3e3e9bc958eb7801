import { Hono } from 'hono'
import { z } from 'zod'
import { type Provider, providerPath } from '#domain/provider.ts'
import type { Operation } from '#service/openapi.ts'

/** Who runs the site, for the legal pages: configured at the service, so that no build of the site is needed for it. */
export function providerRoutes({ provider }: { provider: Provider }) {
  const routes = new Hono()
  routes.get(providerPath, (c) => c.json(provider, 200, { 'cache-control': 'no-cache' }))
  return routes
}

const given = z.string().nullable()

export const providerOperations: Operation[] = [
  {
    method: 'get',
    path: providerPath,
    tag: 'Site',
    summary: 'Who runs the site',
    description: 'What the imprint names (PROVIDER_…); null is what is not configured.',
    responses: {
      200: {
        description: 'The provider.',
        schema: z.object({
          name: given,
          street: given,
          city: given,
          representative: given,
          register: given,
          vatId: given,
          email: given,
        }) satisfies z.ZodType<Provider>,
      },
    },
  },
]
