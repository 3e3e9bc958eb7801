import { z } from 'zod'
import { alertKinds } from '#domain/operations/alert.ts'
import { asOf, checkRange, funnel, range } from '#domain/reports/parameters.ts'
import { definitions } from '#domain/reports/definitions.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { cents, countOf, position, shareOf, timezone } from '#domain/reports/shared-shapes.ts'

export const annotationKinds = [
  'note',
  'deploy',
  'release',
  'receiver_stopped',
  'receiver_resumed',
  'funnel_version',
  'campaign_begun',
  'campaign_ended',
  'alert_opened',
  'alert_closed',
] as const

const side = z.object({
  from: z.string(),
  to: z.string(),
  runs: countOf('runs'),
  orders: countOf('orders'),
  conversionRate: shareOf('conversionRate'),
})

const effect = z
  .object({
    days: z.int().describe('Number of days on each side.'),
    before: side,
    after: side,
    difference: z
      .object({ value: z.number(), low: z.number(), high: z.number() })
      .nullable()
      .describe(
        'Conversion rate after minus before, from −1 to 1, compared within weekdays and funnels, with its 95 % interval; null with too few runs.',
      ),
  })
  .nullable()
  .describe(
    'Runs that started on the 7 days after the day and on the 7 days before it. Only days that are over are compared, with the same weekdays before. Null if there are none.',
  )

const annotation = z.object({
  id: z.string().describe('Unique in the list.'),
  kind: z.enum(annotationKinds),
  day: z.string(),
  title: z
    .string()
    .nullable()
    .describe('Text of a note or a deploy; null for what the service noticed itself.'),
  text: z.string().nullable(),
  subject: z
    .string()
    .nullable()
    .describe(
      'The release, destination, funnel version, campaign or kind of fault; null for a note or a deploy.',
    ),
  funnel: z.string().nullable().describe('Null if it is about all funnels.'),
  alert: z
    .object({
      kind: z.enum(alertKinds),
      step: z.int().nullable(),
      field: z.string().nullable(),
      rule: z.string().nullable(),
      funnels: z.array(z.string()),
      lostRevenueCents: cents.nullable().describe(definitions.lostRevenueCents.description),
    })
    .nullable()
    .describe('The fault that began or ended on the day; null for other kinds.'),
  position: z.int().nullable().describe('Position of its event; null if it follows from the runs.'),
  effect,
})
export type Annotation = z.output<typeof annotation>

const shape = z.object({
  from: z.string(),
  to: z.string(),
  timezone,
  asOfPosition: position,
  annotations: z.array(annotation).describe('By day, at most 200, the newest ones.'),
})
export type AnnotationsReport = z.output<typeof shape>

/** Report on what happened on the days of a range: written by people and scripts, or noticed by the service. */
export const annotationsContract = {
  path: 'annotations',
  query: z.strictObject({ ...range, funnel: funnel.optional(), asOf }).check(checkRange),
  shape,
} satisfies ReportContract
