import type { Pool } from 'pg'
import { berlinDay } from '#domain/berlin-time.ts'
import type { AppendRows, NewEventRow } from '../append-rows.ts'
import type { Appended } from '../event-log.ts'
import type { VaultCipher } from '../vault-cipher.ts'
import { forgetExpired } from './forget-expired.ts'
import { appendLock } from './locks.ts'
import { type Standing, findStanding } from './standing.ts'
import { storeBatch } from './store-batch.ts'
import { transaction } from './transaction.ts'

/** How long the id of a suppressed duplicate is remembered. */
const week = 7 * 24 * 3600 * 1000

/** What an append writes, beside what it counts. */
export interface Batch {
  stored: { row: NewEventRow; position: number }[]
  suppressed: { id: string; position: number; forgetAt: number }[]
}

/**
 * The append of `EventLog`, one transaction and two round trips whatever the size of the batch: the lock and what is
 * known already come in the first, everything that is written and the commit go in the second.
 * `onLockHeld` is told for how many seconds the lock of all appends was held, also when the append failed.
 */
export function createAppend(appends: Pool, cipher: VaultCipher, onLockHeld: (seconds: number) => void) {
  const forget = forgetExpired()

  function append(request: AppendRows, onLocked: () => void): Promise<Appended[]> {
    return transaction(appends, async (tx) => {
      // A statement of its own: the next one sees everything that was committed before the lock was given.
      tx.send(
        { name: 'append-lock', text: 'SELECT pg_advisory_xact_lock($1)', values: [appendLock] },
        onLocked,
      )
      const standing = await findStanding(tx, request)
      const { results, ...batch } = decide(request, standing)
      tx.send(
        storeBatch(batch, {
          cipher,
          rejected: request.rejected,
          day: berlinDay(request.now),
          counts: countOf(request, batch.stored),
          expiresAt: request.now + request.dedupeWindowMs,
        }),
      )
      forget(tx, request)
      return results
    })
  }

  return async (request: AppendRows): Promise<Appended[]> => {
    let lockedAt: number | undefined
    try {
      return await append(request, () => (lockedAt = performance.now()))
    } finally {
      if (lockedAt !== undefined) onLockHeld((performance.now() - lockedAt) / 1000)
    }
  }
}

/** Event by event, because what one of them claims decides about the ones behind it. */
function decide({ rows, now, dedupeWindowMs }: AppendRows, standing: Standing) {
  const { ids, onceKeys, fingerprints } = standing
  const batch: Batch = { stored: [], suppressed: [] }
  let last = standing.head

  const results = rows.map((row): Appended => {
    const { id, once, fingerprint } = row
    const same = ids.get(id)
    if (same !== undefined) return { status: 'duplicate', position: same }
    const repeated =
      (once === null ? undefined : onceKeys.get(once)) ??
      (fingerprint === null ? undefined : fingerprints.get(fingerprint))
    if (repeated !== undefined) {
      ids.set(id, repeated)
      batch.suppressed.push({ id, position: repeated, forgetAt: now + week })
      return { status: 'duplicate', position: repeated }
    }
    const position = ++last
    ids.set(id, position)
    if (once !== null) onceKeys.set(once, position)
    // Without a window the same content counts no longer than the event itself takes.
    if (fingerprint !== null && dedupeWindowMs > 0) fingerprints.set(fingerprint, position)
    batch.stored.push({ row, position })
    return { status: 'stored', position }
  })
  return { results, ...batch }
}

function countOf({ rows, rejected }: AppendRows, stored: Batch['stored']): Record<string, number> {
  return {
    received: rows.length + rejected.length,
    stored: stored.length,
    duplicate: rows.length - stored.length,
    rejected: rejected.length,
    robot: stored.filter(({ row }) => row.bot).length,
  }
}
