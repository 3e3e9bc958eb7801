import { classesBeforeInvoice, dataClasses } from '#domain/retention/data-class.ts'
import { keepsInvoice } from '#domain/retention/decide-retention.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { createDestroyKeys } from '#db/sqlite/keys/destroy-keys.ts'
import { createReduceOrder } from '#db/sqlite/keys/reduce-order.ts'
import { orderPrefix } from '#db/reads/search-orders.ts'
import { readRunDates } from './run-dates.ts'
import { markUploads } from '#db/sqlite/uploads/remove-uploads.ts'

/** Maximum time in ms for which truncating the WAL waits for readers. Appends are blocked during this time. */
const truncateWithinMs = 20

/** A position that no event has; positions start at 1. */
const noPosition = 0

/** Creates the transactions that `PersonStore.erase` consists of (see erase-in-steps.ts). */
export function createErase(connection: Connection, keys: DataKeys) {
  const { sqlite } = connection
  const destroyKeys = createDestroyKeys(connection, keys)
  const reduce = createReduceOrder(connection, keys)
  const datesOf = readRunDates(sqlite)
  const remove = sqlite.prepare<[string, number, number]>(
    `DELETE FROM personal_data
     WHERE position IN (SELECT position FROM events WHERE run_id = ? AND position <= ?) AND position <> ?`,
  )
  const mark = markUploads(sqlite)
  const removeHandover = sqlite.prepare<[string]>('DELETE FROM handovers WHERE run_id = ?')
  const busyTimeout = sqlite.pragma('busy_timeout', { simple: true }) as number

  const erase = sqlite.transaction((runs: readonly { runId: string; upTo: number }[]): number => {
    let removed = 0
    for (const { runId, upTo } of runs) {
      mark.ofRun(runId, upTo)
      removeHandover.run(runId)
      const run = datesOf(runId, orderPrefix)
      const order = keepsInvoice(run, upTo) ? run.order : null
      const { changed, unreadable } = order ? reduce(runId, order) : { changed: 0, unreadable: false }
      const spared = order && !unreadable ? order.position : noPosition
      removed += changed + remove.run(runId, upTo, spared).changes
      destroyKeys({ runId, upTo, classes: order ? classesBeforeInvoice : dataClasses })
    }
    return removed
  })

  return {
    /** Erases runs in one transaction and returns the number of removed vault rows. */
    eraseRuns: (runs: readonly { runId: string; upTo: number }[]): number => erase.immediate(runs),

    /**
     * Copies the WAL into the database file and truncates the WAL. Returns false if another connection prevents this by
     * reading or writing.
     */
    truncateWal(): boolean {
      sqlite.pragma(`busy_timeout = ${truncateWithinMs}`)
      try {
        const [result] = sqlite.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
        return result?.busy === 0
      } finally {
        sqlite.pragma(`busy_timeout = ${busyTimeout}`)
      }
    },
  }
}
