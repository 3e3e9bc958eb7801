import type { Counts, CountsQuery, ModelsQuery, ReportStore } from '#db/ports/report-store.ts'
import { type Funnel, stepNames } from '#domain/forms/define-funnel.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { type RunFilters, runDimensions } from '#domain/runs/dimensions.ts'
import { readCounts } from '#domain/reports/counted-runs.ts'
import type { AboutRuns } from '#domain/reports/drop-off/compute.ts'
import type { DropOffQuery } from '#domain/reports/drop-off/shape.ts'
import { wrongParameter } from '#service/reports/read-query.ts'

interface Counted {
  about: AboutRuns
  funnel: Funnel
  /** Names of the steps in the counted versions of the funnel. */
  steps: readonly string[]
  groups: Counts['groups']
  /** Selects the counted runs, for further counts of the same report. */
  selected: Omit<CountsQuery, 'by' | 'kinds'>
}

/**
 * Counts the runs of a drop-off report: those of the requested versions of the funnel or, by default, of the newest
 * version with runs on these days and of all others with the same steps. Throws a 400 problem for a version that the
 * funnel never had, and for versions with different steps.
 */
export async function countRuns(
  reports: Pick<ReportStore, 'counts'>,
  query: DropOffQuery,
  options: Pick<CountsQuery, 'by' | 'kinds'>,
): Promise<Counted> {
  const { from, to } = query
  const funnel = funnelByType(query.funnel)!
  const range = { funnels: [funnel.type], from, to }
  const requested = query.funnelVersion && checkVersions(funnel, query.funnelVersion)
  // Filters do not restrict these runs: they never change which versions a report counts.
  const present = await reports.counts({
    ...range,
    segment: {},
    by: 'version',
    kinds: ['stage', 'completed'],
  })
  const runsByVersion = new Map(
    present.groups.map(({ key, measures }) => [Number(key), readCounts(measures).runs]),
  )
  const newest = Math.max(...(requested ?? runsByVersion.keys()))
  const funnelVersion = newest === -Infinity ? funnel.version : newest
  const sameSteps = [...runsByVersion.keys()].filter((one) => haveSameSteps(funnel, one, funnelVersion))
  const versions = requested ?? (sameSteps.length > 0 ? sameSteps : [funnelVersion])
  const selected = { ...range, versions, segment: segmentOf(query) }
  const { asOfPosition, groups } = await reports.counts({ ...selected, ...options })
  const funnelVersions = [...runsByVersion]
    .map(([version, runs]) => ({ version, runs, counted: versions.includes(version) }))
    .toSorted((a, b) => b.version - a.version)
  const about = { funnel: funnel.type, funnelVersion, funnelVersions, from, to, asOfPosition }
  return { about, funnel, steps: stepsOf(funnel, funnelVersion), groups, selected }
}

/**
 * Returns the given versions. Throws a 400 problem for a version that the funnel never had, and for versions with
 * different steps.
 */
export function checkVersions(funnel: Funnel, versions: readonly number[]): readonly number[] {
  const unknown = versions.find((version) => !stepNames(funnel, version))
  const known = [funnel, ...(funnel.earlierVersions ?? [])].map((one) => one.version)
  if (unknown !== undefined)
    throw wrongParameter(
      'funnelVersion',
      `read "${unknown}", versions of ${funnel.type} are ${known.join(', ')}`,
    )
  const other = versions.find((version) => !haveSameSteps(funnel, version, versions[0]!))
  if (other === undefined) return versions
  throw wrongParameter(
    'funnelVersion',
    `read "${versions.join(',')}", but the steps of ${versions[0]} and ${other} differ`,
  )
}

/** Returns the versions of a funnel whose steps are the present ones. */
export function presentVersions(funnel: Funnel): readonly number[] {
  return [funnel, ...(funnel.earlierVersions ?? [])]
    .map(({ version }) => version)
    .filter((version) => haveSameSteps(funnel, version, funnel.version))
}

function haveSameSteps(funnel: Funnel, one: number, other: number): boolean {
  return one === other || stepsOf(funnel, one).join('\n') === stepsOf(funnel, other).join('\n')
}

/**
 * Returns the step names of a version of a funnel. If this release does not know the version, the steps are numbered.
 */
export function stepsOf(funnel: Funnel, version: number): readonly string[] {
  return stepNames(funnel, version) ?? funnel.steps.map((_, index) => `step-${index + 1}`)
}

/** Returns the filters to which a query is restricted. */
export function segmentOf(query: Pick<DropOffQuery, keyof RunFilters>): RunFilters {
  const segment: RunFilters = {}
  for (const name of [...runDimensions, 'variant'] as const)
    if (query[name] !== undefined) segment[name] = query[name]
  return segment
}

/** Returns the filter by variant for a query of credits; empty without one. */
export function ofVariant(variant: string | undefined): Pick<ModelsQuery, 'segment'> {
  return variant === undefined ? {} : { segment: { variant } }
}
