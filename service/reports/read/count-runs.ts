import type { Counts, CountsQuery, ReportStore } from '#db/ports/report-store.ts'
import { type Funnel, stepNames } from '#domain/forms/define-funnel.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { AboutRuns } from '#domain/reports/drop-off/compute.ts'
import type { DropOffQuery } from '#domain/reports/drop-off/shape.ts'
import { wrongParameter } from '#service/reports/read-query.ts'

interface Counted {
  about: AboutRuns
  funnel: Funnel
  /** Names of the steps in the counted version of the funnel. */
  steps: readonly string[]
  groups: Counts['groups']
}

/** Counts the runs of a drop-off report. Throws a 400 problem for a version that the funnel never had. */
export async function countRuns(
  reports: Pick<ReportStore, 'counts'>,
  query: DropOffQuery,
  options: Pick<CountsQuery, 'by' | 'kinds'> = {},
): Promise<Counted> {
  const { from, to } = query
  const funnel = funnelByType(query.funnel)!
  const requested = knownVersion(funnel, query.funnelVersion)
  const { asOfPosition, version, groups } = await reports.counts({
    funnels: [funnel.type],
    from,
    to,
    version: requested ?? 'newest',
    segment: segmentOf(query),
    ...options,
  })
  const funnelVersion = requested ?? version ?? funnel.version
  const about = { funnel: funnel.type, funnelVersion, from, to, asOfPosition }
  return { about, funnel, steps: stepsOf(funnel, funnelVersion), groups }
}

/** Returns the given version. Throws a 400 problem for a version that the funnel never had. */
export function knownVersion(funnel: Funnel, version: number | undefined): number | undefined {
  if (version === undefined || stepNames(funnel, version)) return version
  const known = [funnel, ...(funnel.earlierVersions ?? [])].map((one) => one.version)
  throw wrongParameter(
    'funnelVersion',
    `read "${version}", versions of ${funnel.type} are ${known.join(', ')}`,
  )
}

/**
 * Returns the step names of a version of a funnel. If this release does not know the version, the steps are numbered.
 */
export function stepsOf(funnel: Funnel, version: number): readonly string[] {
  return stepNames(funnel, version) ?? funnel.steps.map((_, index) => `step-${index + 1}`)
}

/** Returns the segment of runs to which a query is restricted. */
export function segmentOf({
  device,
  source,
  medium,
  campaign,
  reason,
}: Pick<DropOffQuery, keyof CountsQuery['segment']>): CountsQuery['segment'] {
  return {
    ...(device !== undefined && { device }),
    ...(source !== undefined && { source }),
    ...(medium !== undefined && { medium }),
    ...(campaign !== undefined && { campaign }),
    ...(reason !== undefined && { reason }),
  }
}
