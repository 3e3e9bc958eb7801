import { Hono } from 'hono'
import { z } from 'zod'
import { adPlatforms } from '#domain/events/wire-events.ts'
import { forwardDraftsModes } from '#domain/outbox/webhook-payload.ts'
import type { Reviews } from '#domain/site/reviews.ts'
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

const reviews = z
  .object({
    rating: z.number(),
    count: z.int(),
    applications: z.string(),
    verification: z.string().describe('How the reviews are verified (§ 5b UWG).'),
    sample: z.boolean().describe('Whether they are invented.'),
    reviews: z
      .array(
        z.object({
          name: z.string(),
          location: z.string(),
          rating: z.literal([1, 2, 3, 4, 5]),
          text: z.string(),
          date: z.string(),
        }),
      )
      .readonly(),
  })
  .nullable()
  .describe(
    'Ratings and testimonials (REVIEWS_FILE); null if pages show none.',
  ) satisfies z.ZodType<Reviews | null>

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
        vipText: z.string().nullable().describe('What VIP contains (VIP_TEXT); null if it is not offered.'),
        paymentMethods: z
          .array(z.string())
          .readonly()
          .describe('Means of payment (PAYMENT_METHODS); empty if payments are tests without money.'),
        submitAfterMs: z.int().describe('Time from the payment until the letter is handed over, in ms.'),
        pingen: z.boolean().describe('Whether letters are printed and posted by Pingen (LETTER_URL).'),
        forwarding: z
          .enum(forwardDraftsModes)
          .nullable()
          .describe('What the webhook gets before an order (FORWARD_DRAFTS); null without WEBHOOK_URL.'),
        analytics: z.boolean(),
        conversionFiles: z
          .array(z.enum(adPlatforms))
          .readonly()
          .describe('Ad platforms that learn of orders of consenting visitors (CONVERSION_FILES).'),
        reviews,
        retention,
        texts: z
          .record(z.string(), z.string())
          .describe('SHA-256 of the current texts of the pages that are accepted with an order, by name.'),
      }) satisfies z.ZodType<SiteSettings>,
    },
  },
})
