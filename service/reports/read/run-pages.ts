import type { ReportStore, RunCursor, RunsQuery } from '#db/ports/report-store.ts'
import { funnelByType, funnels } from '#domain/funnels/index.ts'
import { countsOrders, countsStages, measuresOfFigure } from '#domain/reports/runs/figures.ts'
import { hourPeriods } from '#domain/reports/day-hours.ts'
import { daysOf } from '#domain/reports/day-range.ts'
import { maxHourlyDays } from '#domain/reports/parameters.ts'
import { matchesHours } from '#domain/runs/hour-filter.ts'
import { type FigureSums, listedRuns } from '#domain/reports/runs/figure-sums.ts'
import { type StatusOf, listRun } from '#domain/reports/runs/list-run.ts'
import type { ListedRun, RunsQuery as FigureQuery } from '#domain/reports/runs/shape.ts'
import type { ReadChangedRuns } from './changed-runs.ts'
import { wrongParameter } from '#service/reports/read-query.ts'
import { checkVersions, segmentOf, stepsOf } from './count-runs.ts'
import { stateOf } from './state-of.ts'

export interface RunListPage {
  asOfPosition: number
  /** Number of runs on all pages. For a credit figure, it is known only if one page contains all runs; else null. */
  total: number | null
  /** Sums of the runs of the figure, whatever their status is; null for a credit figure and a list of changes. */
  sums: FigureSums | null
  /** Number of added and removed runs; null unless the list is one of changes. */
  changes: { added: number; removed: number } | null
  rows: ListedRun[]
  next: RunCursor | null
}

/**
 * Range of runs to read: at most `size` runs that follow the cursor `before` in the list. If `before` is undefined, the
 * range starts at the newest run.
 */
export interface RunRange {
  size: number
  before: RunCursor | undefined
}

/** Selection of the runs in a list, and the function that returns the status of an order. */
export interface ListedRuns {
  runsOf: Omit<RunsQuery, 'before' | 'limit'>
  statusOf: StatusOf
}

/** Reads one page of the runs that a figure counts, beginning with the latest start. */
export async function readRunPage(
  reports: Pick<ReportStore, 'runsOf'>,
  { runsOf, statusOf }: ListedRuns,
  { size, before }: RunRange,
): Promise<RunListPage> {
  const { rows, ...page } = await reports.runsOf({ ...runsOf, limit: size, ...(before && { before }) })
  return {
    ...page,
    total: listedRuns(page.sums, runsOf.status),
    changes: null,
    rows: rows.map((row) => listRun(stateOf(row), statusOf)),
  }
}

/** Reads one page of the runs by which a figure differs from that of the past position. */
export async function readChangesPage(
  readChangedRuns: ReadChangedRuns,
  { runsOf, statusOf }: ListedRuns,
  { size, before }: RunRange,
): Promise<RunListPage> {
  const page = await readChangedRuns({ ...runsOf, limit: size, ...(before && { before }) })
  const { asOfPosition, added, removed, runs, next } = page
  const rows = runs.map(({ row, change }) => ({ ...listRun(stateOf(row), statusOf), change }))
  return { asOfPosition, total: added + removed, sums: null, changes: { added, removed }, rows, next }
}

/**
 * Converts the query of a run list to a query of the store. Throws a 400 problem for a figure or a version that the
 * funnel does not have.
 */
export function runsQuery(query: FigureQuery): ListedRuns['runsOf'] {
  const { figure, from, to, funnelVersion, outcome } = query
  const funnel = query.funnel === undefined ? undefined : funnelByType(query.funnel)!
  if (!funnel && countsStages(figure))
    throw wrongParameter('funnel', `missing, required with ${figure}: a stage belongs to a funnel`)
  if (!funnel && funnelVersion !== undefined)
    throw wrongParameter('funnel', 'missing, required with funnelVersion')
  const versions = funnel && funnelVersion && checkVersions(funnel, funnelVersion)
  const steps = funnel ? stepsOf(funnel, versions?.[0] ?? funnel.version).length : 0
  const measures = measuresOfFigure(figure, steps, query.orderWithin)
  if (!measures)
    throw wrongParameter('figure', `read ${JSON.stringify(figure.slice(0, 100))}, has no list of runs`)
  const ofOrders = query.dayOf === 'order' ? placedOrders(query) : undefined
  return {
    ...measures,
    ...ofOrders,
    funnels: funnel ? [funnel.type] : funnels.map(({ type }) => type),
    from,
    to,
    ...(versions && { versions }),
    segment: segmentOf(ofOrders ? { ...query, hour: undefined } : query),
    ...(outcome !== undefined && { status: outcome }),
  }
}

/**
 * Returns how runs are selected by the day and hour of their order. Throws a 400 problem for a figure that also counts runs
 * without an order, and for filters that cannot be combined with the day of the order.
 */
function placedOrders(query: FigureQuery): Pick<RunsQuery, 'dayOf' | 'placedIn'> {
  const { figure, from, to, hour, weekday } = query
  if (!countsOrders(figure))
    throw wrongParameter(
      'dayOf',
      `read "order", but ${figure.slice(0, 100)} also counts runs without an order`,
    )
  if (weekday !== undefined) throw wrongParameter('weekday', 'not allowed with dayOf=order')
  if (hour === undefined) return { dayOf: 'order' }
  if (daysOf({ from, to }).length > maxHourlyDays)
    throw wrongParameter('hour', `with dayOf=order, the range must have at most ${maxHourlyDays} days`)
  return { dayOf: 'order', placedIn: hourPeriods({ from, to }, (one) => matchesHours(hour, one)) }
}
