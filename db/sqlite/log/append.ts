import { decideBatch } from '#db/log/append-batch.ts'
import { BatchKeys } from '#db/keys/batch-keys.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { createSteadyClock } from '#db/log/steady-clock.ts'
import type { AppendRows } from '#db/ports/append-rows.ts'
import type { AppendResult } from '#db/ports/event-log.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { createKeyTable } from '#db/sqlite/keys/key-table.ts'
import { forgetExpired } from './forget-expired.ts'
import { prepareLoadKnownState } from './known-state.ts'
import { prepareLoadRejections } from './known-rejections.ts'
import { createNumberRanges } from './number-ranges.ts'
import { prepareStoreBatch } from './store-batch.ts'

/**
 * Creates `EventLog.append`. An append is one transaction: it loads the state on which `decideAppend` bases its
 * decisions, calls `decideAppend`, and writes the result. Appends are frequent and therefore use prepared statements:
 * building a query with Drizzle and mapping its rows takes as long as SQLite's insertion of a row.
 */
export function createAppend({ sqlite }: Connection, keys: DataKeys) {
  const clock = createSteadyClock()
  const loadKnownState = prepareLoadKnownState(sqlite)
  const loadRejections = prepareLoadRejections(sqlite)
  const table = createKeyTable(sqlite, keys)
  const storeBatch = prepareStoreBatch(sqlite, keys)
  const numbers = createNumberRanges(sqlite)
  const forget = forgetExpired(sqlite)

  const append = sqlite.transaction((unkeyed: AppendRows): AppendResult[] => {
    const now = unkeyed.now ?? clock()
    const held = new BatchKeys(keys, table.read)
    const request = { ...unkeyed, rows: held.keyFingerprints(unkeyed.rows) }
    const known = {
      state: loadKnownState(request),
      numbers: numbers.read(request.rows),
      rejections: loadRejections(request.rejected),
    }
    const batch = decideBatch(request, known, now)
    storeBatch(batch, held)
    for (const key of held.created) table.insert(key)
    numbers.write(batch.numbers)
    forget({ now, windowMs: request.dedupeWindowMs }, batch.contents.size)
    return batch.results
  })
  return (request: AppendRows): AppendResult[] => append.immediate(request)
}
