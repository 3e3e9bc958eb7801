import { z } from 'zod'
import { trackingParameters } from './events.ts'
import type { StoredEvent, StoredEventType } from './stored-event.ts'

/** Events that are forwarded to the webhook (DESIGN 8), and what the message says of the run (appendix B). */
export const completionStatuses = {
  start: 'in_progress',
  step: 'in_progress',
  email: 'canceled',
  abandon: 'abandoned',
  complete: 'completed',
} as const

export type ForwardedType = keyof typeof completionStatuses
export type ForwardedEvent = Extract<StoredEvent, { type: ForwardedType }>

export function isForwarded<Event extends { type: StoredEventType }>(
  event: Event,
): event is Event & { type: ForwardedType } {
  return Object.hasOwn(completionStatuses, event.type)
}

const instant = z.iso.datetime()
const text = z.string()
// Unfinished runs may hold a part of an address only.
const address = z
  .strictObject({ strasse: text, hausnummer: text, plz: text, ort: text, land: text })
  .partial()
const answer = z.union([text, z.boolean(), z.number(), z.array(text), address])
const answers = z.record(text, answer.nullable())
const upload = z.strictObject({ filename: text, mimeType: text, size: z.int().min(0), content: z.base64() })

const parameters = Object.fromEntries(
  trackingParameters.map((name) => [name, text.nullable()] as const),
) as Record<(typeof trackingParameters)[number], z.ZodNullable<z.ZodString>>

/**
 * The webhook message (specification part 1, 7.1; appendix B of the design), version 1.0.
 * `personalData`, `address`, `payment` and `uploads` are empty objects where personal data is withheld or erased.
 */
export const webhookMessageSchema = z.strictObject({
  meta: z.strictObject({
    timestamp: instant,
    funnelType: text,
    /** The run. */
    funnelId: z.uuid(),
    sessionId: z.uuid(),
    step: z.int().min(1),
    /** Place among the messages of the run, from 1; they may arrive in another order. */
    sequence: z.int().min(1),
    completionStatus: z.enum(['in_progress', 'completed', 'abandoned', 'canceled']),
    version: z.literal('1.0'),
  }),
  tracking: z.strictObject({
    ...parameters,
    step_number: z.int().min(1),
    step_name: text.nullable(),
    funnel_type: text,
    first_touch_timestamp: instant.nullable(),
    session_start_timestamp: instant,
    device: z.enum(['mobile', 'tablet', 'desktop']),
  }),
  personalData: answers,
  address: z.record(text, address.nullable()),
  funnelData: answers,
  product: z.strictObject({
    name: text,
    /** In euros, VAT included. */
    price: z.number().min(0),
    currency: z.literal('EUR'),
    serviceLevel: text,
  }),
  payment: answers,
  legal: z.record(text, z.boolean().nullable()),
  uploads: z.record(text, z.array(upload)),
  events: z.array(z.strictObject({ type: text, step: z.int().min(1), occurredAt: instant })),
  /** Beside the order the day on which it takes effect, under the name that the funnel gives it: `anmeldungAb`. */
  generated: z
    .object({ orderId: z.uuid().nullable(), orderNumber: text.nullable() })
    .catchall(text.nullable()),
  selections: z.record(text, z.union([text, z.boolean()])),
})

export type WebhookMessage = z.output<typeof webhookMessageSchema>
