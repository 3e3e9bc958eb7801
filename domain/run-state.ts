import { z } from 'zod'
import { clickIds } from './events.ts'
import { refusals } from './funnels/define-funnel.ts'

/** Raise it when the fold or its state changes: rows of another format are refused until they are rebuilt. */
export const runStateFormat = 3

const touch = z.strictObject({
  at: z.number(),
  source: z.string().exactOptional(),
  medium: z.string().exactOptional(),
  campaign: z.string().exactOptional(),
  content: z.string().exactOptional(),
  term: z.string().exactOptional(),
  clickIds: z.array(z.enum(clickIds)).exactOptional(),
})

/** Corrected time and place in the log; the place decides between events of the same millisecond. */
const moment = z.strictObject({ at: z.number(), position: z.int() })
export type Moment = z.output<typeof moment>

const origin = z.strictObject({
  ...moment.shape,
  /** A start counts before any other event of the visitor, and that before one of the service. */
  kind: z.enum(['start', 'visitor', 'service']),
  funnel: z.string(),
  version: z.int(),
  device: z.string(),
  /** Family by the User-Agent header. */
  browser: z.string(),
  consent: z.enum(['none', 'marketing']),
  /** The client's clock, which the touches share. */
  occurredAt: z.number(),
  touches: z.array(touch),
})
export type Origin = z.output<typeof origin>

const visits = z.strictObject({
  version: z.int(),
  step: z.int(),
  /** All visits of the step together, in whole ms, so that their order makes no difference. */
  ms: z.int(),
  /** Corrected time of the last one. */
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

const reason = z.strictObject({ ...moment.shape, value: z.string() })
export type RunReason = z.output<typeof reason>

const order = z.strictObject({
  ...moment.shape,
  id: z.string(),
  number: z.string(),
  priceCents: z.int(),
  funnel: z.string(),
  version: z.int(),
  step: z.int(),
  touches: z.array(touch),
})
export type RunOrder = z.output<typeof order>

/** What the events of one run come to. Plain JSON, the same whatever the batches they were folded in. */
export const runStateSchema = z.strictObject({
  format: z.literal(runStateFormat),
  runId: z.string(),
  lastPosition: z.int(),
  /** Some event came from a robot: the run counts nowhere. */
  bot: z.boolean(),
  /** What gives the run its funnel, version, day and segment. */
  origin,
  steps: z.array(visits),
  refusals: z.array(refusal),
  /** Last `step`, `invalid` or `email` by corrected time. */
  lastActivity: moment.nullable(),
  /** First and last `abandon` or `lapsed` by corrected time. */
  firstLeave: moment.nullable(),
  lastLeave: moment.nullable(),
  /** Last answer to the field that the funnel is reported by, by corrected time. */
  reason: reason.nullable(),
  order: order.nullable(),
  paid: z.boolean(),
  withdrawn: z.boolean(),
  /** `receivedAt` of the visitor's last event while the run may still lapse. */
  silentSince: z.number().nullable(),
  /** Forwarded messages so far (DESIGN 8); the next one has this number plus one. */
  messages: z.int(),
})
export type RunState = z.output<typeof runStateSchema>
