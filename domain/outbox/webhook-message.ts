import { addressParts } from '#domain/forms/address-parts.ts'
import { devices } from '#domain/limits.ts'
import { z } from 'zod'
import { trackingParameters } from '#domain/events/wire-events.ts'
import type { EventMeta, StoredEvent } from '#domain/events/stored-event.ts'

/**
 * Event types that are forwarded to the webhook, with the `completionStatus` of their messages. If a type is added
 * here, events of this type that have already been processed by the projections are not forwarded.
 */
export const completionStatuses = {
  start: 'in_progress',
  step: 'in_progress',
  email: 'canceled',
  abandon: 'abandoned',
  complete: 'completed',
  paid: 'completed',
  sent: 'completed',
  failed: 'completed',
  withdrawal_declared: 'completed',
  withdrawal_revoked: 'completed',
  withdrawal_declined: 'completed',
  withdrawn: 'completed',
  refunded: 'completed',
  erased: 'completed',
} as const

export type ForwardedType = keyof typeof completionStatuses
const forwardedTypes = Object.keys(completionStatuses) as ForwardedType[]
export type ForwardedEvent = Extract<StoredEvent, { type: ForwardedType }>

/**
 * Returns whether the webhook receives a message about the event. It receives none about a replayed event: the message
 * would arrive days late, and its `completionStatus` would contradict those of later events.
 */
export function isForwarded<Event extends Pick<StoredEvent, 'type'> & { meta?: Pick<EventMeta, 'replayed'> }>(
  event: Event,
): event is Event & { type: ForwardedType } {
  return Object.hasOwn(completionStatuses, event.type) && event.meta?.replayed === undefined
}

const instant = z.iso.datetime()
const text = z.string()
/** Returns an object that maps each name to the schema. */
function byName<Name extends string, Schema>(names: readonly Name[], schema: Schema) {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>
}

// The schema is partial, because an unfinished run may contain only some parts of an address.
const address = z.strictObject(byName(addressParts, text)).partial()
const value = z.union([text, z.boolean(), z.number(), z.array(text), address])
const values = z.record(text, value.nullable())
const upload = z.strictObject({ filename: text, mimeType: text, size: z.int().min(0), content: z.base64() })

const parameters = byName(trackingParameters, text.nullable())

/**
 * Webhook message, version 1.0. `personalData`, `address`, `payment` and `uploads` are empty objects if personal data
 * is withheld or erased.
 */
export const webhookMessageSchema = z.strictObject({
  meta: z.strictObject({
    timestamp: instant,
    funnelType: text,
    /** Id of the run. Receivers expect it by this name. */
    funnelId: z.uuid(),
    sessionId: z.uuid(),
    step: z.int().min(1),
    /** Number of the message within the run, from 1. Messages can arrive out of order. */
    sequence: z.int().min(1),
    event: z.enum(forwardedTypes),
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
    device: z.enum(devices),
  }),
  personalData: values,
  address: z.record(text, address.nullable()),
  funnelData: values,
  product: z.strictObject({
    name: text,
    /** Price in euros, including VAT. */
    price: z.number().min(0),
    currency: z.literal('EUR'),
    serviceLevel: text,
  }),
  payment: values,
  legal: z.record(text, z.boolean().nullable()),
  uploads: z.record(text, z.array(upload)),
  events: z.array(z.strictObject({ type: text, step: z.int().min(1), occurredAt: instant })),
  /** This object also contains the effective day, under the name that the funnel defines, for example `anmeldungAb`. */
  generated: z
    .object({ orderId: z.uuid().nullable(), orderNumber: text.nullable() })
    .catchall(text.nullable()),
  selections: z.record(text, z.union([text, z.boolean()])),
})

export type WebhookMessage = z.output<typeof webhookMessageSchema>
