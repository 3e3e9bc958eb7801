import { DatabaseError, type Pool } from 'pg'
import { type Batch, decideBatch } from '#db/log/append-batch.ts'
import type { AppendRows } from '#db/ports/append-rows.ts'
import type { AppendResult } from '#db/ports/event-log.ts'
import { ownerOf } from '#db/keys/batch-keys.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { forgetExpired } from './forget-expired.ts'
import { loadKnownState, loadRejections } from './known-state.ts'
import { appendLock } from '#db/postgres/connection/locks.ts'
import { readNumbers, writeNumbers } from './number-ranges.ts'
import { storeBatch } from './store-batch.ts'
import { type PreparedAppend, prepareAppend } from './prepare-append.ts'
import { type Transaction, transaction, transactionAfter } from '#db/postgres/connection/transaction.ts'

const uniqueViolation = '23505'

/**
 * Writes to the WAL, so that the commit waits for the synchronous standby. Without a write it would not wait, and a
 * repeat would be acknowledged although the event that it repeats may have reached this server only.
 */
const replicate = { name: 'replicate', text: `SELECT pg_logical_emit_message(true, 'formlotse', '')` }

/** Another transaction has changed a data key between its read and the append lock, or may have. */
class KeysChanged extends Error {}

/**
 * Creates `EventLog.append`, which takes one transaction and three round trips for a batch of any size. The first reads
 * the data keys, the second takes the lock and loads the known state, and the third writes everything and commits. If
 * keys have changed before the lock was granted, the append is repeated with the lock first. `onLockHeld` receives the
 * number of seconds for which the append lock was held, also for an append that failed or is repeated.
 */
export function createAppend(appends: Pool, keys: DataKeys, onLockHeld: (seconds: number) => void) {
  const forget = forgetExpired()

  function append(request: AppendRows, onLocked: () => void): Promise<AppendResult[]> {
    return transactionAfter(
      appends,
      (db) => prepareAppend(db, request, keys),
      async (tx, prepared) => {
        lock(tx, onLocked)
        return store(tx, prepared, 'early')
      },
    )
  }

  function appendLockedFirst(request: AppendRows, onLocked: () => void): Promise<AppendResult[]> {
    return transaction(appends, async (tx) => {
      lock(tx, onLocked)
      return store(tx, await prepareAppend(tx, request, keys), 'locked')
    })
  }

  /** `read` says whether the keys were read before the lock was taken or under it. */
  async function store(tx: Transaction, prepared: PreparedAppend, read: 'early' | 'locked') {
    const { request, keys: held, encoded, lastKeyChange } = prepared
    const { known: state, databaseNow, lastKeyChange: latest } = await loadKnownState(tx, request)
    if (lastKeyChange !== undefined && lastKeyChange !== latest) throw new KeysChanged()
    const [numbers, rejections] = [await readNumbers(tx, request.rows), await loadRejections(tx, request)]
    const now = request.now ?? databaseNow
    const batch = decideBatch(request, { state, numbers, rejections }, now)
    if (read === 'early' && isAnyUnsure(batch, prepared)) throw new KeysChanged()
    tx.send(storeBatch(batch, { keys, held, prepared: encoded }))
    writeNumbers(tx, batch.numbers)
    if (batch.stored.length === 0 && batch.counts.length === 0) tx.send(replicate)
    forget(tx, { now, windowMs: request.dedupeWindowMs }, batch.contents.size)
    return batch.results
  }

  async function measured(work: typeof append, request: AppendRows): Promise<AppendResult[]> {
    let lockedAt: number | undefined
    try {
      return await work(request, () => (lockedAt = performance.now()))
    } finally {
      if (lockedAt !== undefined) onLockHeld((performance.now() - lockedAt) / 1000)
    }
  }

  return async (request: AppendRows): Promise<AppendResult[]> => {
    try {
      return await measured(append, request)
    } catch (error) {
      if (!(error instanceof KeysChanged) && !isSecondKey(error)) throw error
      return measured(appendLockedFirst, request)
    }
  }
}

/**
 * Takes the append lock in a separate statement, so that the snapshot of the next statement includes everything that
 * was committed before the lock was granted.
 */
function lock(tx: Transaction, onLocked: () => void): void {
  tx.send({ name: 'append-lock', text: 'SELECT pg_advisory_xact_lock($1)', values: [appendLock] }, onLocked)
}

/**
 * Returns whether an event was rejected although its content may be stored: its fingerprint is keyed with a new key,
 * which is wrong if another transaction has created one meanwhile. When such an event is stored, its key violates the
 * primary key.
 */
function isAnyUnsure({ results }: Batch, { request: { rows }, keys }: PreparedAppend): boolean {
  return rows.some(
    (row, index) => results[index]!.status === 'rejected' && row.hasForm && keys.isNew(ownerOf(row)),
  )
}

/** Returns whether PostgreSQL refused a data key because another transaction has created one for the same run and class. */
function isSecondKey(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === uniqueViolation &&
    error.table?.startsWith('data_keys_') === true
  )
}
