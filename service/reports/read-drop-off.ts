import type { z } from 'zod'
import type { Counts, CountsQuery, ReportStore } from '#db/report-store.ts'
import { outcomeKinds } from '#domain/reports/counted-runs.ts'
import { daysOf } from '#domain/reports/day-range.ts'
import { type Funnel, stepNames } from '#domain/funnels/define-funnel.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { type AboutRuns, breakdownReport, dropOffReport, trendReport } from '#domain/reports/drop-off.ts'
import { fieldsReport } from '#domain/reports/fields.ts'
import type { DropOffReport, dropOffQuerySchema, segmentFilters } from '#domain/reports/report-shapes.ts'
import type {
  BreakdownDimension,
  BreakdownReport,
  FieldsReport,
  TrendReport,
} from '#domain/reports/drop-off-shapes.ts'
import { wrongParameter } from './read-query.ts'

type DropOffQuery = z.output<typeof dropOffQuerySchema>
export type CountsSource = Pick<ReportStore, 'counts'>

/** Reads the drop-off report. Throws a 400 problem when it is asked for a version that the funnel never had. */
export async function readDropOff(reports: CountsSource, query: DropOffQuery): Promise<DropOffReport> {
  const { about, steps, groups } = await count(reports, query)
  return dropOffReport(about, steps, groups[0]?.measures ?? [])
}

/** The same of every day. */
export async function readTrend(reports: CountsSource, query: DropOffQuery): Promise<TrendReport> {
  const { about, steps, groups } = await count(reports, query, { by: 'day', kinds: outcomeKinds })
  return trendReport(about, { days: daysOf(about), steps: steps.length }, groups)
}

/** The same of every value of a dimension. */
export async function readBreakdown(
  reports: CountsSource,
  query: DropOffQuery & { by: BreakdownDimension },
): Promise<BreakdownReport> {
  const { by } = query
  const { about, steps, groups } = await count(reports, query, { by, kinds: outcomeKinds })
  return breakdownReport(about, { by, steps: steps.length }, groups)
}

/** Which fields stop the same runs. */
export async function readFields(reports: CountsSource, query: DropOffQuery): Promise<FieldsReport> {
  const kinds = ['stage', 'completed', 'invalid', 'gaveUp']
  const { about, steps, funnel, groups } = await count(reports, query, { kinds })
  return fieldsReport(about, { funnel, steps }, groups[0]?.measures ?? [])
}

interface Counted {
  about: AboutRuns
  funnel: Funnel
  /** Names of the steps of its version. */
  steps: readonly string[]
  groups: Counts['groups']
}

async function count(
  reports: CountsSource,
  query: DropOffQuery,
  how: Pick<CountsQuery, 'by' | 'kinds'> = {},
): Promise<Counted> {
  const { from, to } = query
  const funnel = funnelByType(query.funnel)!
  const asked = knownVersion(funnel, query.funnelVersion)
  const { asOfPosition, version, groups } = await reports.counts({
    funnels: [funnel.type],
    from,
    to,
    version: asked ?? 'newest',
    segment: segmentOf(query),
    ...how,
  })
  const funnelVersion = asked ?? version ?? funnel.version
  const about = { funnel: funnel.type, funnelVersion, from, to, asOfPosition }
  return { about, funnel, steps: stepsOf(funnel, funnelVersion), groups }
}

/** Throws a 400 problem for a version that the funnel never had. */
export function knownVersion(funnel: Funnel, asked: number | undefined): number | undefined {
  if (asked === undefined || stepNames(funnel, asked)) return asked
  const known = [funnel, ...(funnel.earlierVersions ?? [])].map((one) => one.version)
  throw wrongParameter('funnelVersion', `read "${asked}", versions of ${funnel.type} are ${known.join(', ')}`)
}

/** Names of the steps; runs of a version that this software does not know still count, only its names are gone. */
export function stepsOf(funnel: Funnel, version: number): readonly string[] {
  return stepNames(funnel, version) ?? funnel.steps.map((_, index) => `step-${index + 1}`)
}

type SegmentQuery = z.output<z.ZodObject<typeof segmentFilters>>

/** What of a query runs are told apart by. */
export function segmentOf({
  device,
  source,
  medium,
  campaign,
  reason,
}: SegmentQuery): CountsQuery['segment'] {
  return {
    ...(device !== undefined && { device }),
    ...(source !== undefined && { source }),
    ...(medium !== undefined && { medium }),
    ...(campaign !== undefined && { campaign }),
    ...(reason !== undefined && { reason }),
  }
}
