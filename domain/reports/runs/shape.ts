import { z } from 'zod'
import { attributionModels, touchDimensions } from '#domain/attribution/credit-touches.ts'
import { funnels } from '#domain/funnels/index.ts'
import { shownStatuses } from '#domain/orders/evolve-order.ts'
import {
  asOf,
  checkRange,
  cursorDescription,
  cursorOf,
  funnel,
  funnelVersion,
  orderWithin,
  range,
  segmentFilters,
} from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { countedDay, dayOf } from '#domain/reports/day-of.ts'
import { creditAmounts } from '#domain/reports/attribution/credit-amounts.ts'
import { definitions } from '#domain/reports/definitions.ts'
import { cents, count, countOf, position, revenue, timezone } from '#domain/reports/shared-shapes.ts'

const lastStage = Math.max(...funnels.map(({ steps }) => steps.length))

/**
 * Pattern of the valid figures, for the OpenAPI document. The regular expression below also accepts some invalid
 * figures. Later checks refuse those with more specific errors.
 */
const documented = [
  'runs|completed|abandoned|open|recovered|severalContacts|paid|withdrawn|failed|refunded|noConsent|robot',
  `stage:[0-${lastStage}]|(lost|open):[1-${lastStage}]`,
  'silent:[1-9][0-9]?|lastField:[0-9]{1,2}:[A-Za-z0-9.-]{1,100}',
  '(usedField|corrected|neverFilled):[0-9]{1,2}:left:[A-Za-z0-9.]{1,100}|slowField:[0-9]{1,2}:left:[A-Za-z0-9.]{1,100}:[0-9]{1,2}',
  '(invalid|gaveUp):[0-9]{1,2}:[A-Za-z0-9_.-]{1,100}:[A-Za-z0-9_]{1,20}',
  'choice:[A-Za-z0-9_]{1,64}:[A-Za-z0-9_-]{1,64}',
  'tracking:[^\\u0000-\\u001f\\u007f]{1,40}',
  `credit:(${attributionModels.join('|')}):(${touchDimensions.join('|')}):[^\\u0000-\\u001f\\u007f]{1,200}`,
].join('|')

const figure = z
  .string()
  .regex(
    // oxlint-disable-next-line no-control-regex -- refuses control characters
    /^(runs|completed|abandoned|open|recovered|severalContacts|paid|withdrawn|failed|refunded|noConsent|robot|(stage|lost|open):(0|[1-9]\d?)|silent:[1-9]\d?|lastField:\d{1,2}:[\w.-]{1,100}|(usedField|corrected|neverFilled):\d{1,2}:left:[\w.]{1,100}|slowField:\d{1,2}:left:[\w.]{1,100}:\d{1,2}|(invalid|gaveUp):\d{1,2}:[\w.-]{1,100}:\w{1,20}|choice:\w{1,64}:[\w-]{1,64}|tracking:[^\u0000-\u001f\u007f]{1,40}|credit:\w{1,10}:\w{1,10}:[^\u0000-\u001f\u007f]{1,200})$/u,
    'must be a figure such as runs, stage:2, lost:3, completed, invalid:2:adresse.plz:incomplete or credit:last:source:google',
  )
  .meta({ pattern: `^(${documented})$` })
  .describe(
    [
      'Figure of another report whose runs are listed:',
      '`runs`, `completed`, `abandoned`, `open`, `recovered`, `paid`, `withdrawn`, `failed`, `refunded`, `noConsent`,',
      '`robot`: seemed to be a robot’s, but its order was paid;',
      '`severalContacts`: its order is credited to more than one contact;',
      '`stage:<n>`: reached stage n or a later one; `lost:<n>`: reached stage n−1 and not n, and left; `open:<n>`: the same, but may still continue; all with `funnel`;',
      '`invalid:<step>:<field>:<rule>`: the rule rejected the field at least once, `gaveUp:…`: and the run never got past that step;',
      '`silent:<step>`: lost at the step without a message, `lastField:<step>:<field>`: and last in this field, `-` for none;',
      '`usedField:<step>:left:<field>`: of `silent`, used the field, `corrected:…`, `neverFilled:…` and `slowField:…:<bucket>`: as in the report on losses without a message;',
      '`choice:<field>:<value>`: came to the step of the field, and its last known value is this one (`true` or `false` for a checkbox);',
      '`tracking:<browser>`: orders with lost tracking events;',
      '`credit:<model>:<dimension>:<key>`: credited to a key; for campaigns of one source add `source`.',
    ].join(' '),
  )

export const runStatuses = ['open', 'abandoned', 'completed'] as const

const credited = z.object(creditAmounts)
export type CreditAmounts = z.output<typeof credited>

export const listedRun = z.object({
  runId: z.string(),
  funnel: z.string(),
  startedAt: z.iso.datetime(),
  device: z.string(),
  browser: z.string(),
  os: z.string(),
  source: z.string(),
  medium: z.string(),
  campaign: z.string(),
  reason: z.string(),
  channel: z
    .string()
    .describe(
      'Channel of the last contact; `(none)` without any, and if the client did not report its referrer.',
    ),
  entry: z.string().describe('Path at which the visitor entered the site.'),
  consent: z.enum(['none', 'marketing']),
  robot: z
    .boolean()
    .describe('True if the run seemed to be a robot’s. It is counted because its order was paid.'),
  stage: count.describe('Furthest stage reached.'),
  status: z.enum(runStatuses),
  recovered: z.boolean(),
  orderNumber: z.string().nullable(),
  orderedAt: z.iso.datetime().nullable(),
  orderStatus: z.enum(shownStatuses).nullable(),
  priceCents: cents.nullable().describe(definitions.priceCents.description),
  credit: credited
    .nullable()
    .describe('Contribution of this run to a credit figure; null for other figures.'),
  change: z
    .enum(['added', 'removed'])
    .nullable()
    .describe(
      'With `changes`, whether the figure counts the run now and did not then, or the reverse; otherwise null.',
    ),
})
export type ListedRun = z.output<typeof listedRun>

const shape = z.object({
  figure: z.string(),
  from: z.string(),
  to: z.string(),
  dayOf: countedDay,
  timezone,
  asOfPosition: position,
  total: count
    .nullable()
    .describe(
      'Number of rows on all pages, which equals the value of the figure unless `outcome` is given. For a credit figure, the number of contributing runs if they fit on one page, otherwise null.',
    ),
  sums: z
    .object({
      open: countOf('open'),
      abandoned: countOf('abandoned'),
      completed: countOf('completed'),
      ...revenue,
    })
    .nullable()
    .describe(
      'Number of runs of the figure by status, and what their orders brought in, on all pages and whatever `outcome` is. Null for a credit figure and with `changes`.',
    ),
  changes: z
    .object({ added: count, removed: count })
    .nullable()
    .describe('With `changes`, how many runs the figure has gained and lost, on all pages; otherwise null.'),
  credited: credited
    .nullable()
    .describe(
      'Sum of a credit figure over all pages, as shown in its report. Null for other figures, and with `funnelVersion`, `outcome` or filters of runs, for which no sum is stored.',
    ),
  rows: z
    .array(listedRun)
    .describe(
      'Ordered by start or, with `dayOf=order`, by the time of the order, newest first. Pages before the last may be short or empty: follow nextCursor until it is null.',
    ),
  nextCursor: z.string().nullable().describe('`cursor` of the next page; null on the last page.'),
})
export type RunsReport = z.output<typeof shape>

/** Cursor of the form `<at>.<runId>`. Runs that started or ordered in the same millisecond are sorted by id. */
export const runCursor = cursorOf(
  /^(0|[1-9]\d{0,14})\.[\w -]{0,64}$/,
  z.object({ at: z.number(), runId: z.string() }),
  {
    decode: (text) => {
      const dot = text.indexOf('.')
      return { at: Number(text.slice(0, dot)), runId: text.slice(dot + 1) }
    },
    encode: ({ at, runId }) => `${at}.${runId}`,
  },
)

/** Report that lists the runs counted in a figure of another report. */
export const runsContract = {
  path: 'runs',
  query: z
    .strictObject({
      figure,
      ...range,
      funnel: funnel.optional().describe('Required with `stage`, `lost`, `open:<n>` and `funnelVersion`.'),
      funnelVersion,
      ...segmentFilters,
      outcome: z
        .enum(runStatuses, `must be one of ${runStatuses.join(', ')}`)
        .optional()
        .describe('Lists only runs with this `status`.'),
      changes: z
        .enum(['only'], 'must be only')
        .optional()
        .describe(
          'With `asOf`, lists the runs by which the figure now differs from that of the past: those that it counts only now, and those that it counted only then. All are listed in their present state.',
        ),
      orderWithin,
      dayOf: dayOf.describe(
        'With `order`, lists the runs whose order was placed on these days; only for figures of orders. `hour` is then the hour of the order, and the range at most 7 days.',
      ),
      asOf,
      cursor: runCursor.optional().describe(cursorDescription),
    })
    .check(checkRange),
  shape,
} satisfies ReportContract
export type RunsQuery = Omit<z.output<(typeof runsContract)['query']>, 'cursor'>
