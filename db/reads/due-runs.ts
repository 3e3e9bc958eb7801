import { type RunDates, decideRetention, isTooYoung } from '#domain/retention/decide-retention.ts'
import type { BilledOrder } from '#domain/orders/billing/invoice-values.ts'
import type { Expiry } from '#db/ports/person-store.ts'

/** The dates that decide the retention of a run, and the run's order if it has one. All are read from the log. */
export interface RetainedRun extends RunDates {
  order: (BilledOrder & { position: number }) | null
}

/**
 * A row with personal values, or an upload. Due runs are found by these rows. `place` is the row's cursor (see
 * `Expiry.after`).
 */
export interface RetainedRow {
  place: number
  runId: string
  receivedAt: number
  /** True if the row contains values that are not kept for an invoice. */
  reducible: boolean
}

/** A run whose retention period may be over. `from` is the place of its first row that must be removed or reduced. */
export interface DueRun {
  runId: string
  from: number
}

/**
 * Finds the due runs on a page of rows: those whose data `decideRetention` removes or reduces. `next` is the place
 * after which the next page begins. It is null if no later row can be due.
 */
export function dueRuns(
  rows: readonly RetainedRow[],
  runs: ReadonlyMap<string, RetainedRun>,
  { limit, now, periods }: Expiry,
): { runs: DueRun[]; next: number | null } {
  const due = new Map<string, DueRun>()
  for (const { runId, place, reducible } of rows) {
    const run = runs.get(runId)
    if (!run || due.has(runId)) continue
    const step = decideRetention(run, periods, now)
    if (step === 'remove' || (step === 'reduce' && reducible)) due.set(runId, { runId, from: place })
  }
  const last = rows.at(-1)
  // Rows are read in the order in which they were received. If the last row is too recent, so are all rows after it.
  const done = !last || rows.length < limit || isTooYoung(last.receivedAt, periods, now)
  return { runs: [...due.values()], next: done ? null : last.place }
}

export const runIdsOf = (rows: readonly RetainedRow[]): string[] => [
  ...new Set(rows.map(({ runId }) => runId)),
]
