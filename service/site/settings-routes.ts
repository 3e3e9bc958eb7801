import { Hono } from 'hono'
import { z } from 'zod'
import type { Retention } from '#domain/retention/default-periods.ts'
import { type Provider, type SiteSettings, siteSettingsPath } from '#domain/site/site-settings.ts'
import { describe } from '#service/http/openapi.ts'

/**
 * Returns the route that serves the site settings at runtime, so that changing them does not require a build of the
 * site.
 */
export function siteSettingsRoutes({ site }: { site: SiteSettings }) {
  const routes = new Hono()
  routes.get(siteSettingsPath, describeSettings, (c) => c.json(site, 200, { 'cache-control': 'no-cache' }))
  return routes
}

const given = z.string().nullable()

const provider = z.object({
  name: given,
  street: given,
  city: given,
  representative: given,
  register: given,
  taxId: given,
  email: given,
}) satisfies z.ZodType<Provider>

const period = z
  .union([z.int(), z.object({ years: z.int() })])
  .describe('In ms, or in whole years from the end of the year.')

const retention = z
  .object({
    drafts: period,
    uploads: period,
    unpaid: period,
    fulfilled: period,
    invoices: period,
    rejected: period,
    mail: period,
  })
  .describe('Retention periods (RETENTION_…).') satisfies z.ZodType<Retention>

const describeSettings = describe({
  tag: 'Site',
  summary: 'Get the settings that the pages show',
  description: 'Entries of the imprint (PROVIDER_…; null if not configured), and the available features.',
  responses: {
    200: {
      description: 'The settings.',
      schema: z.object({
        provider,
        vip: z.boolean(),
        analytics: z.boolean(),
        retention,
      }) satisfies z.ZodType<SiteSettings>,
    },
  },
})
