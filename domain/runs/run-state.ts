import { z } from 'zod'
import { channels } from '#domain/attribution/channel.ts'
import { adPlatforms, clickIds } from '#domain/events/wire-events.ts'
import { refusals } from '#domain/forms/define-field.ts'
import { letterStages } from '#domain/orders/evolve-order.ts'

/**
 * Version of the format of a run's state. It must be incremented when `evolveRun`, `runStateSchema` or the measures and
 * credits of a run change. Rows of an older format are rebuilt before they are read.
 */
export const runStateFormat = 14

const contact = z.strictObject({
  at: z.number(),
  channel: z.enum(channels),
  source: z.string().exactOptional(),
  medium: z.string().exactOptional(),
  campaign: z.string().exactOptional(),
  content: z.string().exactOptional(),
  term: z.string().exactOptional(),
  clickIds: z.array(z.enum(clickIds)).exactOptional(),
})

/** Corrected time and log position of an event. Events of the same millisecond are ordered by position. */
const moment = z.strictObject({ at: z.number(), position: z.int() })
export type Moment = z.output<typeof moment>

const origin = z.strictObject({
  ...moment.shape,
  /**
   * Kind of the event that defines the origin. A start takes precedence over other visitor events, which take
   * precedence over service events.
   */
  kind: z.enum(['start', 'visitor', 'service']),
  funnel: z.string(),
  version: z.int(),
  device: z.string(),
  /** Browser family derived from the User-Agent header. */
  browser: z.string(),
  os: z.string(),
  /** Path at which the visitor entered the site; null if the `start` event is missing. */
  entryPath: z.string().nullable(),
  consent: z.enum(['none', 'marketing']),
  /** Time of the event by the client's clock. The times of the touches are by the same clock. */
  occurredAt: z.number(),
  /** Contacts with campaigns. */
  touches: z.array(contact),
  /** The visit in which the run started, if it came without a campaign. Absent if its referrer is unknown. */
  entry: contact.exactOptional(),
  /** Channel of the last contact to which the run is credited; `(none)` without any. */
  channel: z.string(),
  /** Variants of the funnel that the visitor sees; absent if the run takes part in no experiment. */
  variants: z.array(z.strictObject({ experiment: z.string(), variant: z.string() })).exactOptional(),
})
export type Origin = z.output<typeof origin>

const visits = z.strictObject({
  version: z.int(),
  step: z.int(),
  /**
   * Total time of all visits of the step in ms. It is an integer, so that the sum does not depend on the order of the
   * visits.
   */
  ms: z.int(),
  /** Time of the last visit, corrected for the client's clock. */
  lastAt: z.number(),
})
export type StepVisits = z.output<typeof visits>

const refusal = z.strictObject({
  version: z.int(),
  step: z.int(),
  field: z.string(),
  rule: z.enum(refusals),
})
export type StepRefusal = z.output<typeof refusal>

const stepUse = z.strictObject({
  version: z.int(),
  step: z.int(),
  /** Use of each field by its name, sorted by name. A part of an address has a name such as `adresse.plz`. */
  fields: z.record(
    z.string(),
    z.strictObject({
      /** Total time with the focus in ms. */
      ms: z.int(),
      edits: z.int(),
      /** True if the field was empty in every report. */
      neverFilled: z.boolean(),
    }),
  ),
})
export type StepUse = z.output<typeof stepUse>

const lastField = z.strictObject({
  ...moment.shape,
  version: z.int(),
  step: z.int(),
  /** Null if the visitor did not use a field of the step. */
  field: z.string().nullable(),
})
export type LastField = z.output<typeof lastField>

const reason = z.strictObject({ ...moment.shape, value: z.string() })
export type RunReason = z.output<typeof reason>

const chosen = z.strictObject({
  ...moment.shape,
  values: z.record(z.string(), z.union([z.string(), z.boolean()])),
})
export type ChosenValues = z.output<typeof chosen>

const order = z.strictObject({
  ...moment.shape,
  id: z.string(),
  number: z.string(),
  priceCents: z.int(),
  funnel: z.string(),
  version: z.int(),
  step: z.int(),
  touches: z.array(contact),
  /** Ad platforms to which the order may be reported; absent if there are none. */
  reportTo: z.array(z.enum(adPlatforms)).exactOptional(),
})
export type RunOrder = z.output<typeof order>

/** State folded from the events of a run. It is plain JSON and does not depend on how events were batched. */
export const runStateSchema = z.strictObject({
  format: z.literal(runStateFormat),
  runId: z.string(),
  lastPosition: z.int(),
  /** True if any event of the run came from a robot. The run is then counted only if its order was paid. */
  bot: z.boolean(),
  /** The event that determines the run's funnel, version, day and segment. */
  origin,
  steps: z.array(visits),
  refusals: z.array(refusal),
  /** Use of the fields of each step, as far as clients report it. */
  fieldUse: z.array(stepUse),
  /** The field in which the visitor was at the last departure; null if no client reported it. */
  lastField: lastField.nullable(),
  /** Last `step`, `invalid` or `email` event by corrected time. */
  lastActivity: moment.nullable(),
  /** First and last `abandon` or `lapsed` event by corrected time. */
  firstLeave: moment.nullable(),
  lastLeave: moment.nullable(),
  /** Value of the funnel's `reportBy` field in the latest event that contains it, by corrected time. */
  reason: reason.nullable(),
  /**
   * Last known values of the funnel's closed choices, each with the event that contains it, oldest first by corrected
   * time (see run-choices.ts).
   */
  choices: z.array(chosen),
  order: order.nullable(),
  paid: z.boolean(),
  /** True if the first payment was a test payment, in which no money is paid. */
  testPayment: z.boolean(),
  /** Times, in ms since the epoch, at which the payment and the posted letter were recorded; null until then. */
  paidAt: z.number().nullable(),
  sentAt: z.number().nullable(),
  letter: z.enum(letterStages),
  withdrawal: z.enum(['none', 'declared', 'revoked', 'declined', 'withdrawn']),
  refunded: z.boolean(),
  /** True if a message to support named the order. */
  supportRequested: z.literal(true).exactOptional(),
  /** Time at which the first event of those in `endsOf` was recorded, in ms since the epoch; null until then. */
  endedAt: z.number().nullable(),
  /** `receivedAt` of the visitor's last event; null if the run can no longer lapse. */
  silentSince: z.number().nullable(),
  /**
   * Number of events forwarded to the webhook so far. The next message gets this number plus one. If a future version
   * of the service forwards more event types, a rebuild counts more events, but existing deliveries keep their numbers.
   */
  messages: z.int(),
  /**
   * True if the segment of the run was not admitted on its day. The segment is then counted as `(other)` (see
   * report-keys.ts).
   */
  otherSegment: z.literal(true).exactOptional(),
  /** True if the path of the order was not admitted on the day of the run. It is then counted as `(other)`. */
  otherPath: z.literal(true).exactOptional(),
})
export type RunState = z.output<typeof runStateSchema>
