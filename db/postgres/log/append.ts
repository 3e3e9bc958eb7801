import type { Pool } from 'pg'
import { decideBatch } from '#db/log/append-batch.ts'
import type { AppendRows } from '#db/ports/append-rows.ts'
import type { AppendResult } from '#db/ports/event-log.ts'
import { BatchKeys } from '#db/keys/batch-keys.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { nameOf } from '#db/postgres/keys/key-table.ts'
import { forgetExpired } from './forget-expired.ts'
import { loadKnownState, loadRejections } from './known-state.ts'
import { appendLock } from '#db/postgres/connection/locks.ts'
import { readNumbers, writeNumbers } from './number-ranges.ts'
import { storeBatch } from './store-batch.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'

/**
 * Writes to the WAL, so that the commit waits for the synchronous standby. Without a write it would not wait, and a
 * repeat would be acknowledged although the event that it repeats may have reached this server only.
 */
const replicate = { name: 'replicate', text: `SELECT pg_logical_emit_message(true, 'formlotse', '')` }

/**
 * Creates `EventLog.append`, which takes one transaction and two round trips for a batch of any size. The first round
 * trip takes the lock and loads the known state, the second writes everything and commits. `onLockHeld` receives the
 * number of seconds for which the append lock was held, even if the append failed.
 */
export function createAppend(appends: Pool, keys: DataKeys, onLockHeld: (seconds: number) => void) {
  const forget = forgetExpired()

  function append(request: AppendRows, onLocked: () => void): Promise<AppendResult[]> {
    return transaction(appends, async (tx) => {
      // The lock is taken by a separate statement, so that the snapshot of the next statement includes everything that
      // was committed before the lock was granted.
      tx.send(
        { name: 'append-lock', text: 'SELECT pg_advisory_xact_lock($1)', values: [appendLock] },
        onLocked,
      )
      const { known: state, databaseNow, wrapped } = await loadKnownState(tx, request)
      const [numbers, rejections] = [await readNumbers(tx, request.rows), await loadRejections(tx, request)]
      const known = { state, numbers, rejections }
      const now = request.now ?? databaseNow
      const held = new BatchKeys(keys, (owner) => wrapped.get(nameOf(owner)))
      held.keyFingerprints(request.rows)
      const batch = decideBatch(request, known, now)
      tx.send(storeBatch(batch, keys, held))
      writeNumbers(tx, batch.numbers)
      if (batch.stored.length === 0 && batch.counts.length === 0) tx.send(replicate)
      forget(tx, { now, windowMs: request.dedupeWindowMs }, batch.contents.size)
      return batch.results
    })
  }

  return async (request: AppendRows): Promise<AppendResult[]> => {
    let lockedAt: number | undefined
    try {
      return await append(request, () => (lockedAt = performance.now()))
    } finally {
      if (lockedAt !== undefined) onLockHeld((performance.now() - lockedAt) / 1000)
    }
  }
}
