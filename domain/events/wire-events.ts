import { z } from 'zod'
import { refusals } from '#domain/forms/define-field.ts'
import { type EventPriority, devices, eventPriorities, maxReportedRefusals } from '#domain/limits.ts'
import { sha256Hex } from '#domain/texts/text-contract.ts'
import { weekMs } from '#domain/time/durations.ts'
import { campaignValue, maxCampaignValue, maxReadValue } from './campaign-value.ts'
import { fieldName, fieldTimes } from './field-times.ts'
import { maxKeyLength, variantKey } from '#domain/experiments/variant-key.ts'
import { printable } from './printable.ts'
import { redactPath } from './redact.ts'
import { referrerHost } from './referrer-host.ts'

// Schemas of the requests and responses of `POST /api/events`.

export const campaignParameters = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
] as const
/**
 * Names of click ids. A click id identifies a person to the advertiser. Its value is therefore stored in the vault, and
 * the log contains only its name.
 */
export const clickIds = ['gclid', 'fbclid', 'msclkid', 'ttclid', 'twclid'] as const
export type ClickId = (typeof clickIds)[number]

/** Ad platforms to which conversions can be reported back (see domain/conversions). */
export const adPlatforms = ['google', 'microsoft'] as const
export type AdPlatform = (typeof adPlatforms)[number]

/** All ten campaign parameters. Webhook messages contain them under `tracking`. */
export const trackingParameters = [...campaignParameters, ...clickIds] as const
export type TrackingParameter = (typeof trackingParameters)[number]

const instant = z.iso.datetime({ offset: true })
const id = z.uuid().toLowerCase()
// Clients must use UUIDs of version 7. Earlier versions of the service derived UUIDs of version 5 for their own events,
// so clients could guess them. If a client could send such an id first, the service's event would become a duplicate.
const eventId = z.uuidv7().toLowerCase()

// Long or malformed values are repaired instead of rejected, because they must never prevent an order.
const parameter = z.string().overwrite(campaignValue).nullish()

// Click ids are not redacted, because they are stored in the vault.
const clickId = z
  .string()
  .overwrite((value) => printable(value).slice(0, maxCampaignValue).toWellFormed())
  .nullish()

const touch = z.strictObject({
  at: instant,
  utm_source: parameter,
  utm_medium: parameter,
  utm_campaign: parameter,
  utm_content: parameter,
  utm_term: parameter,
  gclid: clickId,
  fbclid: clickId,
  msclkid: clickId,
  ttclid: clickId,
  twclid: clickId,
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
  device: z.enum(devices),
  consent: z.enum(['none', 'marketing']),
  consentPlatforms: z
    .array(z.enum(adPlatforms))
    .max(adPlatforms.length)
    .optional()
    .describe(
      'Ad platforms that the question for consent named as recipients of conversions. They count only with consent `marketing`.',
    ),
  attribution: attribution.optional(),
})
export type EventContext = z.output<typeof context>

export const envelopeSchema = z
  .strictObject({
    sentAt: instant.describe('Time at which the client sent this request, by its own clock.'),
    final: z
      .boolean()
      .optional()
      .describe(
        'True when the page is being left: the events are committed without waiting for a full batch.',
      ),
    context,
    events: z.array(z.unknown()).min(1),
  })
  .describe('At most 256 KB and 50 events; each event is validated separately.')
export type Envelope = z.output<typeof envelopeSchema>

/** Maximum number of experiments that a `start` can name. A run takes part in at most one at present. */
const maxVariants = 10
const variantName = z.string().regex(variantKey).max(maxKeyLength)

const form = z.record(z.string(), z.unknown())
const noForm = z.strictObject({}).optional()
const nothing = z.strictObject({}).default({})

const common = {
  id: eventId.describe('UUID version 7: stored once, permanently; a repeat is a duplicate.'),
  funnel: z.string().min(1).max(32),
  funnelVersion: z.int().min(1).max(1_000_000),
  runId: id,
  step: z.int().min(1).max(20),
  occurredAt: instant,
}

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
        .max(maxReadValue)
        // Only the path is stored, because the query of the URL may contain personal data.
        .transform((value) =>
          redactPath(printable(value.replace(/[?#].*$/s, '')))
            .slice(0, 512)
            .toWellFormed(),
        ),
      referrer: z
        .string()
        .transform((value) => referrerHost(value.slice(0, maxReadValue)))
        .optional()
        .describe(
          'Host of the page with the link through which the visitor entered the site, in lower case, without path and ' +
            'query. Empty: there was none. Absent: it is unknown, or it was a page of this site.',
        ),
      variants: z
        .array(z.strictObject({ experiment: variantName, variant: variantName }))
        .max(maxVariants)
        .optional()
        .describe(
          'Variants of the funnel that the visitor sees. The service derives them from `runId` as well and leaves out those ' +
            'that differ; such a run is not counted in the experiment.',
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
        .overwrite((value) => Math.min(value, weekMs / 1000))
        .describe('Time on the step, in seconds.'),
      fieldTimes,
    }),
    form,
  }),
  invalid: z.strictObject({
    ...common,
    type: z.literal('invalid'),
    data: z.strictObject({
      fields: z
        .array(z.strictObject({ field: fieldName, rule: z.enum(refusals) }))
        .min(1)
        .max(maxReportedRefusals),
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
    data: z.strictObject({
      trigger: z.enum(['pagehide', 'hidden', 'blur', 'cancel']),
      field: fieldName.optional().describe('The field of this step that had the focus last.'),
      fieldTimes,
    }),
    form: form.optional(),
  }),
  complete: z.strictObject({
    ...common,
    type: z.literal('complete'),
    data: z
      .strictObject({
        texts: z
          .record(z.string().min(1).max(64), sha256Hex)
          .optional()
          .describe(
            'SHA-256 of every text that the visitor accepted, by its name. The order is rejected with the code ' +
              'text-changed if one is not the current version. Absent: the current versions.',
          ),
      })
      .default({}),
    form,
  }),
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
/** An event as a client sends it, before the schema transforms values and adds defaults. */
export type WireEventInput = z.input<typeof eventSchema>
export type EnvelopeInput = Omit<z.input<typeof envelopeSchema>, 'events'> & { events: WireEventInput[] }

// Checks at compile time that each event type has a priority.
eventPriorities satisfies Record<WireEventType, EventPriority>

export const eventResultSchema = z.discriminatedUnion('status', [
  z.object({
    id: z.string(),
    status: z.enum(['stored', 'duplicate']),
    position: z.int().describe('Position in the log; for a duplicate, the position of the first event.'),
    order: z
      .object({ id: z.string(), number: z.string(), checkoutUrl: z.string() })
      .optional()
      .describe('The order of the run; present only for a `complete`.'),
  }),
  z.object({
    id: z.string().nullable(),
    status: z.literal('rejected'),
    issues: z.array(
      z.object({
        path: z
          .string()
          .describe('Path to the invalid value within the event; empty for the event as a whole.'),
        code: z.string().describe('The check that failed, for example run-too-long.'),
        message: z.string(),
        sha256: z
          .string()
          .optional()
          .describe(
            'For text-changed: the current version (GET /api/texts/{sha256}); absent if there is none.',
          ),
      }),
    ),
  }),
])
export type EventResult = z.output<typeof eventResultSchema>
export const ingestResponseSchema = z.object({ results: z.array(eventResultSchema) })
export type IngestResponse = z.output<typeof ingestResponseSchema>
