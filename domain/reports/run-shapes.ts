import { z } from 'zod'
import {
  asOf,
  cents,
  checkRange,
  count,
  day,
  deliverySummary,
  dropOffQuerySchema,
  funnel,
  position,
  segmentFilters,
} from './report-shapes.ts'

/**
 * A figure whose runs are asked for:
 * `runs`; `stage:<n>` reached it or a later one; `lost:<n>` reached stage n−1 and not n; `completed`, `abandoned`, `open`,
 * `recovered`, `paid`, `withdrawn`, `noConsent`; `invalid:<step>:<field>:<rule>` refused so at least once, `gaveUp:…` the same and never past the step;
 * `tracking:<browser>` orders whose tracking lost something; `credit:<model>:<dimension>:<key>` credited to a key,
 * and `credit:<model>:campaign:<key>` of one source with `source` given.
 */
export const figure = z
  .string()
  .regex(
    /^(runs|completed|abandoned|open|recovered|paid|withdrawn|noConsent|(stage|lost):\d{1,2}|(invalid|gaveUp):\d{1,2}:[\w.-]{1,100}:\w{1,20}|tracking:.{1,40}|credit:\w{1,10}:\w{1,10}:.{1,200})$/su,
    'must be a figure such as runs, stage:2, lost:3, completed, invalid:2:adresse.plz:incomplete or credit:last:source:google',
  )

/**
 * `GET /api/reports/runs`: the runs behind a figure. `total` is the figure, and as many rows come over all pages.
 */
export const runsQuerySchema = z
  .strictObject({
    figure,
    from: day,
    to: day,
    funnel: funnel.optional(),
    funnelVersion: dropOffQuerySchema.shape.funnelVersion,
    ...segmentFilters,
    asOf,
    cursor: z.string().max(100).optional().describe('nextCursor of the page before.'),
  })
  .check(checkRange)

export const runStatuses = ['open', 'abandoned', 'completed'] as const

const givenCredit = z.object({ runs: z.number(), orders: z.number(), revenueCents: cents })
export type GivenCredit = z.output<typeof givenCredit>

const listedRun = z.object({
  runId: z.string(),
  funnel: z.string(),
  startedAt: z.iso.datetime(),
  device: z.string(),
  browser: z.string(),
  source: z.string(),
  medium: z.string(),
  campaign: z.string(),
  reason: z.string(),
  consent: z.enum(['none', 'marketing']),
  stage: count.describe('Furthest stage reached.'),
  status: z.enum(runStatuses),
  recovered: z.boolean(),
  orderNumber: z.string().nullable(),
  orderStatus: z.enum(['ordered', 'paid', 'withdrawn']).nullable(),
  priceCents: cents.nullable(),
  credit: givenCredit.nullable().describe('What this run gives to a credit figure; null for other figures.'),
})
export type ListedRun = z.output<typeof listedRun>

export const runsSchema = z.object({
  figure: z.string(),
  from: z.string(),
  to: z.string(),
  timezone: z.literal('Europe/Berlin'),
  asOfPosition: position,
  total: count
    .nullable()
    .describe(
      'The figure. Of a credit figure how many runs give to it, where one page shows them all; null where more follow.',
    ),
  credited: givenCredit
    .nullable()
    .describe(
      'What the runs of all pages give to a credit figure, as the report with the figure says it. Null for other figures, and where a filter of runs takes some of them away, which no sum is kept of.',
    ),
  rows: z
    .array(listedRun)
    .describe('Newest start first; a page may be short, only a null nextCursor is the end.'),
  nextCursor: z.string().nullable(),
})
export type RunsReport = z.output<typeof runsSchema>

const time = z.iso.datetime()

/** `GET /api/reports/runs/:runId`: what the log holds of one run, facts only; 404 when there is no such run. */
export const runSchema = z.object({
  run: listedRun,
  bot: z.boolean(),
  asOfPosition: position,
  events: z.array(
    z.object({
      position,
      type: z.string(),
      step: z.int().min(1),
      stepName: z.string(),
      at: time.describe('Corrected time.'),
      receivedAt: time,
      device: z.string(),
      browser: z.string(),
      os: z.string(),
      bot: z.boolean(),
      consent: z.enum(['none', 'marketing']),
      data: z.record(z.string(), z.unknown()).describe('Without hashes and payment numbers.'),
      facts: z.record(z.string(), z.union([z.string(), z.boolean()])),
      delivery: deliverySummary,
    }),
  ),
})
export type RunReport = z.output<typeof runSchema>
