import { z } from 'zod'
import { alertKinds, slicedDimensions } from '#domain/operations/alert.ts'
import { checkRange, range } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { cents, count, countOf, position, share, timezone } from '#domain/reports/shared-shapes.ts'
import { definitions } from '#domain/reports/definitions.ts'
import { hours } from '#domain/runs/dimensions.ts'

/** Maximum length of the range in days. Each of its hours is examined. */
export const maxWatchedDays = 100

const subject = {
  kind: z
    .enum(alertKinds)
    .describe(
      '`message`: a rule rejects a field more often than usual. `loss`: a step loses more runs. `rejected`: the service rejects more events. `tracking`: more orders lack events. `delivery`: messages to a destination fail. `receiver_stopped`: the receiver no longer exists, so nothing is sent. `runs`, `orders`: fewer than usual.',
    ),
  step: z.int().nullable(),
  field: z
    .string()
    .nullable()
    .describe(
      'The field of a `message`; of `delivery` and `receiver_stopped` the destination, such as `mail`.',
    ),
  rule: z.string().nullable(),
}

export const alertSchema = z.object({
  id: z.string().describe('The kind, place and begin of the fault. It can change while the fault is open.'),
  ...subject,
  funnels: z.array(z.string()).describe('Funnels that have the fault; empty if it belongs to none.'),
  byFunnel: z
    .array(
      z.object({
        funnel: z.string(),
        step: z.int(),
        faulty: countOf('faulty'),
        watched: count.describe(definitions.watched.description),
      }),
    )
    .optional()
    .describe('The figures of each funnel; absent in alerts that an earlier version recorded.'),
  slices: z
    .array(z.object({ dimension: z.enum(slicedDimensions), value: z.string() }))
    .describe('Parts of the runs to which the fault is limited; empty if all have it.'),
  day: z.string().describe('Day on which it began.'),
  hour: z.enum(hours).describe('Hour in Europe/Berlin in which it began; `00` if only the day is known.'),
  startedAt: z.iso.datetime(),
  lastAt: z.iso.datetime().nullable().describe('End of its last hour; null while it is open.'),
  foundAt: z.iso
    .datetime()
    .describe('End of the hour with which it became certain. Figures of an hour are final one hour later.'),
  closedAt: z.iso
    .datetime()
    .nullable()
    .describe('When the rates had been usual again; null while they are not.'),
  release: z
    .string()
    .nullable()
    .describe('Release that the service started on the day of the begin, or the day before.'),
  funnelVersions: z
    .array(z.object({ funnel: z.string(), version: z.int(), isNew: z.boolean() }))
    .describe('Versions of the funnels with runs on the day of the begin; new ones had none before.'),
  faulty: countOf('faulty'),
  watched: count.nullable().describe(definitions.watched.description),
  faultyRate: share.nullable().describe(definitions.faultyRate.description),
  usualRate: share.nullable().describe(definitions.usualRate.description),
  usualCount: z.number().nullable().describe(definitions.usualCount.description),
  probability: z
    .number()
    .nullable()
    .describe('Probability of such a period without a fault; null for what needs no test.'),
  lostOrders: z
    .number()
    .nullable()
    .describe(`${definitions.lostOrders.description} Null for faults that lose no orders.`),
  lostRevenueCents: cents.nullable().describe(definitions.lostRevenueCents.description),
  explains: z
    .array(z.object({ ...subject, funnel: z.string().nullable() }))
    .describe('Further signals with this cause. They raise no alert.'),
  rejectedFields: z
    .array(z.string())
    .describe('Unknown fields because of which events were rejected; known for 30 days.'),
  apparentLosses: z
    .array(z.object({ funnel: z.string(), step: z.int(), runs: countOf('lost') }))
    .describe('Runs that only seem to be lost at a step, because their events were rejected.'),
})
export type Alert = z.output<typeof alertSchema>

const shape = z.object({
  from: z.string(),
  to: z.string(),
  timezone,
  asOfPosition: position,
  examinedUntil: z.iso.datetime().describe('End of the last hour of the range that was examined.'),
  alerts: z.array(alertSchema).describe('By begin.'),
})
export type AlertsReport = z.output<typeof shape>

function checkWatchedRange({
  value: { from, to },
  issues,
}: z.core.ParsePayload<{ from: string; to: string }>): void {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (days > maxWatchedDays)
    issues.push({
      code: 'custom',
      input: to,
      path: ['to'],
      message: `must end a range of at most ${maxWatchedDays} days; ${from} to ${to} are ${days}`,
    })
}

/** Report on the faults that began in a range of days, found by comparing it with the weeks before. */
export const alertsContract = {
  path: 'alerts',
  query: z.strictObject(range).check(checkRange).check(checkWatchedRange),
  shape,
} satisfies ReportContract
