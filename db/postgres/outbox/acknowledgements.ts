import type { Pool } from 'pg'
import {
  type ReservedSlot,
  countedSince,
  decideSlot,
  isOfKind,
  readReservation,
} from '#domain/orders/acknowledgement-limits.ts'
import { type AcknowledgementStore, slotRetentionMs } from '#db/ports/acknowledgement-store.ts'
import { acknowledgementLock } from '#db/postgres/connection/locks.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'

/**
 * Implements `AcknowledgementStore`. The lock is taken in a separate statement, so that the next statement sees the
 * slots that the previous holder of the lock reserved.
 */
export function createAcknowledgements(pool: Pool): AcknowledgementStore {
  return {
    reserve: ({ id, ...email }) =>
      transaction(pool, async (tx) => {
        const { now, kind } = email
        await tx.query('SELECT pg_advisory_xact_lock($1)', [acknowledgementLock])
        const known = await tx.query<{ at: number }>('SELECT at FROM acknowledgements WHERE id = $1', [id])
        const reserved = known.rows[0]?.at
        if (reserved !== undefined) {
          const reservation = readReservation(reserved, now)
          if (reservation !== 'missed') return reservation === 'wait' ? reserved : undefined
          await tx.query('DELETE FROM acknowledgements WHERE id = $1', [id])
        }
        await tx.query('DELETE FROM acknowledgements WHERE at < $1', [now - slotRetentionMs])
        const { rows } = await tx.query<ReservedSlot>(
          'SELECT recipient, at FROM acknowledgements WHERE at >= $1 ORDER BY at',
          [countedSince(now)],
        )
        const ofKind = rows.filter((row) => isOfKind(kind, row))
        const { at, recipient } = decideSlot(email, ofKind)
        if (recipient !== undefined)
          await tx.query('INSERT INTO acknowledgements (id, recipient, at) VALUES ($1, $2, $3)', [
            id,
            recipient,
            at,
          ])
        return at > now ? at : undefined
      }),
    async expire(now) {
      const { rowCount } = await pool.query('DELETE FROM acknowledgements WHERE at < $1', [
        now - slotRetentionMs,
      ])
      return rowCount ?? 0
    },
  }
}
