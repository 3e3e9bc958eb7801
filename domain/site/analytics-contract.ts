import { devices } from '#domain/limits.ts'
import { z } from 'zod'
import type { Billing } from '#domain/orders/billing/checkout-link.ts'
import { type ClickId, clickIds } from '#domain/events/wire-events.ts'

// Wire contract of page views, and of the messages to an analytics service.

/** Path to which pages post page views if the visitor has consented. */
export const pageViewPath = '/api/analytics'

const parameter = z.string().max(200).optional()

export const pageViewSchema = z
  .strictObject({
    id: z.uuid().describe('Identifies the page view, so that a repeat is not counted twice.'),
    consent: z.literal('marketing').describe('Page views may only be sent with this consent.'),
    sessionId: z.uuid(),
    at: z.iso.datetime(),
    path: z
      .string()
      .regex(/^\/[\w/-]{0,100}$/)
      .describe('Path without query. An unknown path is forwarded as /404.'),
    device: z.enum(devices),
    campaign: z
      .strictObject({
        utm_source: parameter,
        utm_medium: parameter,
        utm_campaign: parameter,
        utm_content: parameter,
        utm_term: parameter,
      })
      .optional()
      .describe('Campaign of the last touch, without click ids.'),
  })
  .describe('At most 4 KB.')
export type PageView = z.output<typeof pageViewSchema>

/** Message posted to ANALYTICS_URL as JSON. Members are never renamed, but new ones may be added. */
export type AnalyticsMessage = PageViewMessage | ConversionMessage

export interface PageViewMessage extends Omit<PageView, 'consent'> {
  type: 'page_view'
}

/** Message about a conversion. Unknown click ids are null. */
export interface ConversionMessage extends Record<ClickId, string | null> {
  type: 'conversion'
  /**
   * Order number. If a message is repeated, it contains the same number, so that the receiver counts the order only
   * once.
   */
  transaction_id: string
  /** Time at which the visitor went to the payment page, as ISO 8601. */
  at: string
  funnel: string
  /** Price of the order in euros, VAT included. */
  value: number
  currency: 'EUR'
  /** These values are not hashed, so the receiver must be a processor of the site's operator (Art. 28 GDPR). */
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
  /** Time of the conversion, in ms since the epoch. */
  at: number
  billing: Billing
  clickIds: Readonly<Partial<Record<ClickId, string>>>
}

/** Returns the message of a conversion. The caller must check `canReport` first. */
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
