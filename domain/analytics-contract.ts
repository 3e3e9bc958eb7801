import { z } from 'zod'
import type { Billing } from './checkout-link.ts'
import { type ClickId, clickIds } from './events.ts'

/** What the page tells the service of its use, and what the service tells an analytics service of it. */

/** The page posts a page view here, with consent only. */
export const pageViewPath = '/api/analytics'

const parameter = z.string().max(200).optional()

export const pageViewSchema = z
  .strictObject({
    id: z.uuid().describe('Tells a repeat from a second view.'),
    consent: z.literal('marketing').describe('Without it nothing may be sent.'),
    sessionId: z.uuid(),
    at: z.iso.datetime(),
    path: z
      .string()
      .regex(/^\/[\w/-]{0,100}$/)
      .describe('Path without query; one that the site does not have is passed on as /404.'),
    device: z.enum(['mobile', 'tablet', 'desktop']),
    campaign: z
      .strictObject({
        utm_source: parameter,
        utm_medium: parameter,
        utm_campaign: parameter,
        utm_content: parameter,
        utm_term: parameter,
      })
      .optional()
      .describe('Of the last touch. Click ids stay with the order.'),
  })
  .describe('At most 4 KB.')
export type PageView = z.output<typeof pageViewSchema>

/** Posted to ANALYTICS_URL as JSON. Members keep their names; further ones may come. */
export type AnalyticsMessage = PageViewMessage | ConversionMessage

export interface PageViewMessage extends Omit<PageView, 'consent'> {
  type: 'page_view'
}

/** The conversion of specification part 2, 7, row 4. Click ids that are not known are null. */
export interface ConversionMessage extends Record<ClickId, string | null> {
  type: 'conversion'
  /** Order number: the same in every repeat, so that a receiver counts an order once. */
  transaction_id: string
  /** When the order left for payment; ISO 8601. */
  at: string
  funnel: string
  /** Price of the order in euros, VAT included (DESIGN 10.3). */
  value: number
  currency: 'EUR'
  /** In the clear, not hashed: the receiver has to be a processor of the site's operator (Art. 28 GDPR). */
  user_data: {
    email: string
    first_name: string
    last_name: string
    street: string | null
    postal_code: string | null
    city: string | null
    country: 'DE'
  }
}

export interface Conversion {
  orderNumber: string
  funnel: string
  priceCents: number
  /** ms since the epoch */
  at: number
  billing: Billing
  clickIds: Readonly<Partial<Record<ClickId, string>>>
}

/** Puts the message of a conversion together. Whether it may be sent is decided before. */
export function conversionMessage(conversion: Conversion): ConversionMessage {
  const { billing, clickIds: known } = conversion
  const values = Object.fromEntries(clickIds.map((name) => [name, known[name] ?? null]))
  return {
    type: 'conversion',
    transaction_id: conversion.orderNumber,
    at: new Date(conversion.at).toISOString(),
    funnel: conversion.funnel,
    value: conversion.priceCents / 100,
    currency: 'EUR',
    ...(values as Record<ClickId, string | null>),
    user_data: {
      email: billing.email,
      first_name: billing.firstName,
      last_name: billing.lastName,
      street: billing.street ?? null,
      postal_code: billing.postalCode ?? null,
      city: billing.city ?? null,
      country: 'DE',
    },
  }
}
