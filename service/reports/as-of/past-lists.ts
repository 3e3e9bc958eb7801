import type { OrderRow, RunRow } from '#db/projection-store.ts'
import type { RunPlace, RunsPage, RunsQuery } from '#db/report-store.ts'
import type { Store } from '#db/store.ts'
import type { RunState } from '#domain/run-state.ts'
import { evolveRun } from '#domain/run.ts'
import { orderRow, runRow } from '#service/projections/rows.ts'
import { isWithin } from './past-counts.ts'
import type { ResumedRun } from './scan.ts'

type Log = Pick<Store['log'], 'readRuns'>

/** Runs as they were when the log ended at a position. */
async function foldRuns(log: Log, runIds: readonly string[], upTo: number): Promise<Map<string, RunState>> {
  const states = new Map<string, RunState>()
  if (runIds.length === 0) return states
  for (const event of await log.readRuns(runIds, upTo))
    states.set(event.runId, evolveRun(states.get(event.runId), event))
  return states
}

/**
 * A page of the runs behind a past figure: of the present page those that have had no event since, and among them, in
 * their places, those that have gone on since and had the figure then.
 */
export async function pastRuns(
  { log, asOf, resumed }: { log: Log; asOf: number; resumed: ReadonlyMap<string, ResumedRun> },
  query: RunsQuery,
  present: RunsPage,
): Promise<RunsPage> {
  const untouched = present.rows.filter(({ lastPosition }) => lastPosition <= asOf)
  const then = [...resumed.values()].filter(
    (run) =>
      hasFigure(run, query) &&
      (!query.before || isBehind(run, query.before)) &&
      (!present.next || !isBehind(run, present.next)),
  )
  const all = [...untouched, ...then].toSorted((a, b) => (isBehind(a, b) ? 1 : -1))
  const shown = all.slice(0, query.limit)
  const states = await foldRuns(
    log,
    shown.filter((run) => !('state' in run)).map(({ runId }) => runId),
    asOf,
  )
  const rows = shown.map((run): RunRow => ('state' in run ? run : withoutCounts(states.get(run.runId)!)))
  const last = shown.at(-1)
  const next = all.length > shown.length && last ? placeOf(last) : present.next
  return { asOfPosition: asOf, total: present.total, rows, next }
}

function hasFigure(
  run: ResumedRun,
  { funnels, from, to, version, segment, anyOf, butNot }: RunsQuery,
): boolean {
  return (
    funnels.includes(run.funnel) &&
    run.day >= from &&
    run.day <= to &&
    (version === undefined || run.version === version) &&
    isWithin(run.segment, segment) &&
    anyOf.some((measure) => run.measures.includes(measure)) &&
    !butNot.some((measure) => run.measures.includes(measure))
  )
}

/** Whether it stands further down in a list with the newest start first. */
function isBehind(one: RunPlace, other: RunPlace): boolean {
  return one.startedAt === other.startedAt ? one.runId < other.runId : one.startedAt < other.startedAt
}

function placeOf({ startedAt, runId }: RunPlace): RunPlace {
  return { startedAt, runId }
}

function withoutCounts(state: RunState): RunRow {
  const { segment: _segment, measures: _measures, ...row } = runRow(state)
  return row
}

/** Orders that were there at a position, with what was known of them then. */
export async function pastOrders(log: Log, asOf: number, present: readonly OrderRow[]): Promise<OrderRow[]> {
  const states = await foldRuns(
    log,
    present.map(({ runId }) => runId),
    asOf,
  )
  return present.map(({ runId }) => orderRow(states.get(runId)!)!)
}
