import type { RunRow } from '#db/ports/projection-store.ts'
import type { RunCursor, RunsQuery } from '#db/ports/report-store.ts'
import { stateOf } from './state-of.ts'

/** Returns the place of a run in the list of a query, which is sorted by start or by order. */
export function listPlace(row: RunRow, { dayOf }: Pick<RunsQuery, 'dayOf'>): RunCursor {
  const { startedAt, runId } = row
  return { at: dayOf === 'order' ? stateOf(row).order!.at : startedAt, runId }
}

/** Returns whether `one` is listed after `other`. Lists of runs begin with the latest one. */
export function isAfter(one: RunCursor, other: RunCursor): boolean {
  return one.at === other.at ? one.runId < other.runId : one.at < other.at
}
