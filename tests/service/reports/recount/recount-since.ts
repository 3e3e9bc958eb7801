import type { StoredEvent } from '#domain/events/stored-event.ts'
import { type Range, within } from './recount-figures.ts'
import { type KnownRun, berlin, knownRuns } from './recount-runs.ts'
import type { World } from './recount-worlds.ts'

interface SinceInput {
  /** All events in log order. The first `length` events are those up to the requested position. */
  delivered: readonly StoredEvent[]
  length: number
  /** The runs that the report counts at the end of the log. */
  runs: readonly KnownRun[]
}

/** Counts what has changed since a position of the log, independently of the service. */
export function sinceOf({ delivered, length, runs }: SinceInput) {
  const [before, after] = [delivered.slice(0, length), delivered.slice(length)]
  const ids = new Set(runs.map(({ runId }) => runId))
  const known = new Set(before.map(({ runId }) => runId))
  const happened = after.filter(({ runId }) => ids.has(runId))
  const touched = [...new Set(happened.map(({ runId }) => runId))]
  return {
    events: happened.length,
    newRuns: touched.filter((runId) => !known.has(runId)).length,
    resumedRuns: touched.filter((runId) => known.has(runId)).length,
    newOrders: happened.filter(({ type }) => type === 'complete').length,
  }
}

/**
 * Returns requests for all reports that support `asOf`. `runs` are the runs among which the report counts the changes
 * after `asOf`.
 */
export function pastReports(
  { past, range, funnel, filter }: World,
  delivered: readonly StoredEvent[],
): { path: string; query: Record<string, string | number>; runs: readonly KnownRun[] }[] {
  const runs = knownRuns(delivered)
  const ofDays = within(runs, range)
  const ofFunnel = ofDays.filter((run) => run.funnel === funnel)
  const ordered = orderedWithin(runs, delivered, range)
  const query = { ...range, ...past }
  // The changes since a position are counted for all runs of the funnel, even if the query has a filter or a figure.
  const dropOff = { ...query, ...filter, funnel }
  return [
    { path: 'overview', query: query, runs: ofDays },
    { path: 'attribution/models', query: { ...query, by: 'source' }, runs: ofDays },
    { path: 'attribution/roas', query: query, runs: ofDays },
    { path: 'goals', query: query, runs: ordered },
    { path: 'cohorts', query: { ...query, funnel }, runs: ofFunnel },
    { path: 'experiments/variants', query: query, runs: ofDays },
    { path: 'orders', query: query, runs: ordered },
    { path: 'orders', query: { ...query, funnel }, runs: ordered.filter((run) => run.funnel === funnel) },
    { path: 'drop-off', query: dropOff, runs: ofFunnel },
    { path: 'drop-off/trend', query: dropOff, runs: ofFunnel },
    { path: 'drop-off/breakdown', query: { ...dropOff, by: 'device' }, runs: ofFunnel },
    { path: 'drop-off/fields', query: dropOff, runs: ofFunnel },
    { path: 'drop-off/silent', query: dropOff, runs: ofFunnel },
    { path: 'drop-off/choices', query: dropOff, runs: ofFunnel },
    { path: 'runs', query: { ...dropOff, figure: 'completed' }, runs: ofFunnel },
    { path: 'overview', query: { ...query, dayOf: 'order' }, runs: ordered },
    { path: 'attribution/paths', query: { ...query, dayOf: 'order' }, runs: ordered },
    { path: 'runs', query: { ...query, figure: 'paid', dayOf: 'order' }, runs: ordered },
  ]
}

/** Returns the runs that were ordered on a day of the range. The list of orders counts these runs. */
function orderedWithin(runs: readonly KnownRun[], events: readonly StoredEvent[], range: Range) {
  const days = new Map(
    events.filter(({ type }) => type === 'complete').map(({ runId, at }) => [runId, berlin(at)]),
  )
  return runs.filter(({ runId }) => {
    const day = days.get(runId)
    return day !== undefined && day >= range.from && day <= range.to
  })
}
