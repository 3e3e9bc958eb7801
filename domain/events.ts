import { z } from 'zod'
import { refusals } from './funnels/define-funnel.ts'

/** The wire contract of `POST /api/events`. */

/** Most events in one request; more is answered 413. */
export const maxEvents = 50
/** Most bytes of a request body, also after decompression. */
export const maxBodyBytes = 256 * 1024

export const campaignParameters = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
] as const
/** Click identifiers point at a person at the advertiser's: their values go to the vault, the log keeps their kind. */
export const clickIds = ['gclid', 'fbclid', 'msclkid', 'ttclid', 'twclid'] as const
export type ClickId = (typeof clickIds)[number]

/** Forwarded and reported under `tracking`: all ten parameters of specification part 1, 3.6. */
export const trackingParameters = [...campaignParameters, ...clickIds] as const
export type TrackingParameter = (typeof trackingParameters)[number]

const instant = z.iso.datetime({ offset: true })
const id = z.uuid().toLowerCase()

// A long or garbled campaign value is mended, not refused: it must never cost an order.
const parameter = z
  .string()
  .transform((value) => printable(value).slice(0, 200).toWellFormed())
  .nullish()

/** Control characters are no part of an address, and not every database can store them. */
function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f]/g, '').trim()
}

const touch = z.strictObject({
  at: instant,
  utm_source: parameter,
  utm_medium: parameter,
  utm_campaign: parameter,
  utm_content: parameter,
  utm_term: parameter,
  gclid: parameter,
  fbclid: parameter,
  msclkid: parameter,
  ttclid: parameter,
  twclid: parameter,
})
export type WireTouch = z.input<typeof touch>

const attribution = z.strictObject({
  first: touch.nullish(),
  last: touch.nullish(),
  touches: z.array(touch).max(10).optional(),
})

const context = z.strictObject({
  sessionId: id,
  sessionStartedAt: instant,
  device: z.enum(['mobile', 'tablet', 'desktop']),
  consent: z.enum(['none', 'marketing']),
  attribution: attribution.optional(),
})
export type EventContext = z.output<typeof context>

export const envelopeSchema = z
  .strictObject({
    sentAt: instant.describe('When the client sent this request, by its own clock.'),
    final: z
      .boolean()
      .optional()
      .describe('The page is being left: commit without waiting for a fuller batch.'),
    context,
    events: z.array(z.unknown()).min(1),
  })
  .describe('At most 256 KB and 50 events; each event is checked on its own.')
export type Envelope = z.output<typeof envelopeSchema>

const form = z.record(z.string(), z.unknown())
const noForm = z.strictObject({}).optional()
const nothing = z.strictObject({}).default({})

const common = {
  id: id.describe('UUID, version 7 by the site: stored once, for ever; a repeat is a duplicate.'),
  funnel: z.string().min(1).max(32),
  funnelVersion: z.int().min(1).max(1_000_000),
  runId: id,
  step: z.int().min(1).max(20),
  occurredAt: instant,
}

const week = 7 * 24 * 3600

export const eventSchemas = {
  start: z.strictObject({
    ...common,
    type: z.literal('start'),
    data: z.strictObject({
      secretHash: z
        .string()
        .regex(/^(?:[0-9a-f]{64}|[A-Za-z0-9_-]{43})$/, 'SHA-256 of the run secret in hex or base64url')
        .describe('SHA-256 of the text of X-Run-Secret, in hex or base64url.'),
      entry: z
        .string()
        .startsWith('/')
        .max(2048)
        // A path only: a query may hold anything, a person's address included.
        .transform((value) =>
          printable(value.replace(/[?#].*$/s, ''))
            .slice(0, 512)
            .toWellFormed(),
        ),
    }),
    form: noForm,
  }),
  step: z.strictObject({
    ...common,
    type: z.literal('step'),
    data: z.strictObject({
      seconds: z
        .number()
        .min(0)
        .transform((value) => Math.min(value, week))
        .describe('Time on the step, in seconds.'),
    }),
    form,
  }),
  invalid: z.strictObject({
    ...common,
    type: z.literal('invalid'),
    data: z.strictObject({
      fields: z
        .array(z.strictObject({ field: z.string().min(1).max(64), rule: z.enum(refusals) }))
        .min(1)
        .max(30),
    }),
    form: noForm,
  }),
  email: z.strictObject({
    ...common,
    type: z.literal('email'),
    data: nothing,
    form: z.strictObject({ email: z.string().min(6).max(254) }),
  }),
  abandon: z.strictObject({
    ...common,
    type: z.literal('abandon'),
    data: z.strictObject({ trigger: z.enum(['pagehide', 'hidden', 'blur', 'cancel']) }),
    form: form.optional(),
  }),
  complete: z.strictObject({ ...common, type: z.literal('complete'), data: nothing, form }),
} as const

export const eventSchema = z.discriminatedUnion('type', [
  eventSchemas.start,
  eventSchemas.step,
  eventSchemas.invalid,
  eventSchemas.email,
  eventSchemas.abandon,
  eventSchemas.complete,
])
export type WireEvent = z.output<typeof eventSchema>
export type WireEventType = WireEvent['type']
/** What a client writes; transforms and defaults not yet applied. */
export type WireEventInput = z.input<typeof eventSchema>
export type EnvelopeInput = Omit<z.input<typeof envelopeSchema>, 'events'> & { events: WireEventInput[] }

/** High: committed at once, with whatever waits. The others wait for ten events or five seconds. */
export const priorities: Record<WireEventType, 'high' | 'medium' | 'low'> = {
  start: 'high',
  step: 'medium',
  invalid: 'low',
  email: 'high',
  abandon: 'medium',
  complete: 'high',
}

export const eventResultSchema = z.discriminatedUnion('status', [
  z.object({
    id: z.string(),
    status: z.enum(['stored', 'duplicate']),
    position: z.int().describe('Place in the log; for a duplicate the place of the first one.'),
    order: z
      .object({ id: z.string(), number: z.string(), checkoutUrl: z.string() })
      .optional()
      .describe('With a complete: the order of the run.'),
  }),
  z.object({
    id: z.string().nullable(),
    status: z.literal('rejected'),
    issues: z.array(z.object({ path: z.string(), message: z.string() })),
  }),
])
export type EventResult = z.output<typeof eventResultSchema>
export const answerSchema = z.object({ results: z.array(eventResultSchema) })
export type IngestAnswer = z.output<typeof answerSchema>
