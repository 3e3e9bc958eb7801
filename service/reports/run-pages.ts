import type { z } from 'zod'
import type { RunRow } from '#db/projection-store.ts'
import type { ReportStore, RunPlace, RunsQuery } from '#db/report-store.ts'
import { isOfStages, measuresOfFigure } from '#domain/reports/figures.ts'
import { funnelByType, funnels } from '#domain/funnels/index.ts'
import { listRun } from '#domain/reports/list-run.ts'
import type { ListedRun, runsQuerySchema } from '#domain/reports/run-shapes.ts'
import { type RunState, runStateFormat } from '#domain/run-state.ts'
import { unavailable } from '#service/errors.ts'
import { readState } from '#service/projections/rows.ts'
import { knownVersion, segmentOf, stepsOf } from './read-drop-off.ts'
import { wrongParameter } from './read-query.ts'

type FigureQuery = Omit<z.output<typeof runsQuerySchema>, 'cursor'>

export interface RunListPage {
  asOfPosition: number
  /** Null for credits while more pages follow. */
  total: number | null
  rows: ListedRun[]
  next: RunPlace | null
}

/** One page of the runs behind a figure, newest start first, behind a place. */
export async function readRunPage(
  reports: Pick<ReportStore, 'runsOf'>,
  asked: Omit<RunsQuery, 'before' | 'limit'>,
  size: number,
  before: RunPlace | undefined,
): Promise<RunListPage> {
  const { rows, ...page } = await reports.runsOf({ ...asked, limit: size, ...(before && { before }) })
  return { ...page, rows: rows.map((row) => listRun(stateOf(row))) }
}

/** Throws a 503 problem for a row of before an update, which the runner rebuilds in the background. */
export function stateOf(row: RunRow): RunState {
  const { format } = row.state as { format: number }
  if (format < runStateFormat) throw unavailable('The runs are being rebuilt after an update of the service.')
  return readState(row)
}

/** What the store is asked for. Throws a 400 problem for a figure or a version that the funnel does not have. */
export function askedRuns(query: FigureQuery): Omit<RunsQuery, 'before' | 'limit'> {
  const { figure, from, to, funnelVersion } = query
  const funnel = query.funnel === undefined ? undefined : funnelByType(query.funnel)!
  if (!funnel && isOfStages(figure))
    throw wrongParameter('funnel', `missing, must be given with ${figure}: a stage is one of a funnel`)
  if (!funnel && funnelVersion !== undefined)
    throw wrongParameter('funnel', 'missing, must be given with funnelVersion')
  const version = funnel && knownVersion(funnel, funnelVersion)
  const steps = funnel ? stepsOf(funnel, version ?? funnel.version).length : 0
  const measures = measuresOfFigure(figure, steps)
  if (!measures)
    throw wrongParameter('figure', `read ${JSON.stringify(figure.slice(0, 100))}, has no list of runs`)
  return {
    ...measures,
    funnels: funnel ? [funnel.type] : funnels.map(({ type }) => type),
    from,
    to,
    ...(version !== undefined && { version }),
    segment: segmentOf(query),
  }
}

export function writeRunCursor({ startedAt, runId }: RunPlace): string {
  return `${startedAt}.${runId}`
}

/** Throws a 400 problem when a cursor is not one that `writeRunCursor` wrote. */
export function readRunCursor(cursor: string): RunPlace {
  const match = /^(\d{1,15})\.(.{0,64})$/su.exec(cursor)
  const place = match && { startedAt: Number(match[1]), runId: match[2]! }
  if (!place || writeRunCursor(place) !== cursor)
    throw wrongParameter(
      'cursor',
      `read ${JSON.stringify(cursor)}, must be the nextCursor of the page before, unchanged`,
    )
  return place
}
