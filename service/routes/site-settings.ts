import { Hono } from 'hono'
import { z } from 'zod'
import { type Provider, type SiteSettings, siteSettingsPath } from '#domain/site-settings.ts'
import type { Operation } from '#service/openapi.ts'

/** Configured at the service, so that no build of the site is needed for it. */
export function siteSettingsRoutes({ site }: { site: SiteSettings }) {
  const routes = new Hono()
  routes.get(siteSettingsPath, (c) => c.json(site, 200, { 'cache-control': 'no-cache' }))
  return routes
}

const given = z.string().nullable()

const provider = z.object({
  name: given,
  street: given,
  city: given,
  representative: given,
  register: given,
  vatId: given,
  email: given,
}) satisfies z.ZodType<Provider>

export const siteSettingsOperations: Operation[] = [
  {
    method: 'get',
    path: siteSettingsPath,
    tag: 'Site',
    summary: 'What the pages must know of the configuration',
    description: 'What the imprint names (PROVIDER_…; null is what is not configured), and what is offered.',
    responses: {
      200: {
        description: 'The settings.',
        schema: z.object({
          provider,
          vip: z.boolean(),
          analytics: z.boolean(),
        }) satisfies z.ZodType<SiteSettings>,
      },
    },
  },
]
