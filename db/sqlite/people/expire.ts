import { classesBeforeInvoice, dataClasses } from '#domain/retention/data-class.ts'
import { decideRetention } from '#domain/retention/decide-retention.ts'
import type { DueRun } from '#db/reads/due-runs.ts'
import type { Expiry } from '#db/ports/person-store.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { createDestroyKeys } from '#db/sqlite/keys/destroy-keys.ts'
import { createReduceOrder } from '#db/sqlite/keys/reduce-order.ts'
import { markUploads } from '#db/sqlite/uploads/remove-uploads.ts'
import { readRunDates } from './run-dates.ts'

/**
 * Maximum number of rows that one transaction removes from a run. Removing very many rows at once would block appends.
 */
const rowsAtOnce = 100

/** A position that no event has; positions start at 1. */
const noPosition = 0

const noLimit = Number.MAX_SAFE_INTEGER

/** Creates the transaction that `RetentionStore.expirePersonal` runs for each group of runs (see erase-in-steps.ts). */
export function createExpire(connection: Connection, keys: DataKeys) {
  const { sqlite } = connection
  const reduce = createReduceOrder(connection, keys)
  const destroyKeys = createDestroyKeys(connection, keys)
  const datesOf = readRunDates(sqlite)
  const mark = markUploads(sqlite)
  const remove = sqlite.prepare<[{ runId: string; from: number; spared: number; limit: number }]>(
    `DELETE FROM personal_data WHERE position IN (
       SELECT p.position FROM events e JOIN personal_data p ON p.position = e.position
       WHERE e.run_id = @runId AND e.position >= @from AND e.position <> @spared ORDER BY e.position LIMIT @limit)`,
  )

  function expireRun({ runId, from }: DueRun, { by, now, periods, orderPrefix }: Expiry) {
    const kept = { expired: 0, unreadable: false, unfinished: false }
    const run = datesOf(runId, orderPrefix)
    const step = decideRetention(run, periods, now)
    if (step === 'keep') return kept
    mark.ofRun(runId, noLimit)
    if (by === 'uploads') return { ...kept, expired: 1 }
    const order = step === 'reduce' ? run.order : null
    const { changed, unreadable } = order ? reduce(runId, order) : { changed: 0, unreadable: false }
    // Keep the run's keys if its order cannot be decrypted. The keys may still be needed to read the order, for example
    // after an operator has restored its values from a backup.
    if (!unreadable)
      destroyKeys({ runId, upTo: noLimit, classes: order ? classesBeforeInvoice : dataClasses })
    const rows = { runId, from, spared: order?.position ?? noPosition, limit: rowsAtOnce }
    const { changes } = remove.run(rows)
    return { expired: changed + changes, unreadable, unfinished: changes === rowsAtOnce }
  }

  const expire = sqlite.transaction((runs: readonly DueRun[], step: Expiry) => {
    const done = { expired: 0, unreadable: [] as string[], unfinished: false }
    for (const run of runs) {
      const { expired, unreadable, unfinished } = expireRun(run, step)
      done.expired += expired
      done.unfinished ||= unfinished
      if (unreadable) done.unreadable.push(run.runId)
    }
    return done
  })

  return {
    /**
     * Expires the personal values of these runs. Decides about each run again, because the run may have changed since
     * it was found.
     */
    expireRuns: (runs: readonly DueRun[], step: Expiry) => expire.immediate(runs, step),
  }
}
