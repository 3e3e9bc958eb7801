import type { Pool } from 'pg'
import {
  type ReservedSlot,
  countedSince,
  decideSlot,
  isOfKind,
  limitsAllRecipients,
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
        const { now, kind, recipients } = email
        const [, known, slots] = await Promise.all([
          tx.query('SELECT pg_advisory_xact_lock($1)', [acknowledgementLock]),
          tx.query<{ at: number }>('SELECT at FROM acknowledgements WHERE id = $1', [id]),
          tx.query<ReservedSlot>(
            `SELECT recipient, at FROM acknowledgements
             WHERE at >= $1 AND id <> $2 AND ($3::text[] IS NULL OR recipient = ANY ($3)) ORDER BY at`,
            [countedSince(now), id, limitsAllRecipients(kind) ? null : recipients],
          ),
        ])
        const reserved = known.rows[0]?.at
        if (reserved !== undefined) {
          const reservation = readReservation(reserved, now)
          if (reservation !== 'missed') return reservation === 'wait' ? reserved : undefined
        }
        tx.send({
          text: 'DELETE FROM acknowledgements WHERE at < $1 OR id = $2',
          values: [now - slotRetentionMs, id],
        })
        const ofKind = slots.rows.filter((row) => isOfKind(kind, row))
        const { at, recipient } = decideSlot(email, ofKind)
        if (recipient !== undefined)
          tx.send({
            text: 'INSERT INTO acknowledgements (id, recipient, at) VALUES ($1, $2, $3)',
            values: [id, recipient, at],
          })
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
