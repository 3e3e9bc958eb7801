import type Database from 'better-sqlite3'
import {
  type ReservedSlot,
  countedSince,
  decideSlot,
  isOfKind,
  limitsAllRecipients,
  readReservation,
} from '#domain/orders/acknowledgement-limits.ts'
import { type AcknowledgementStore, slotRetentionMs } from '#db/ports/acknowledgement-store.ts'

type SlotRequest = Parameters<AcknowledgementStore['reserve']>[0]

/** Creates the methods of `AcknowledgementStore`. */
export function createAcknowledgements(sqlite: Database.Database) {
  const forget = sqlite.prepare<[number]>('DELETE FROM acknowledgements WHERE at < ?')
  const find = sqlite.prepare<[string], number>('SELECT at FROM acknowledgements WHERE id = ?').pluck()
  const remove = sqlite.prepare<[string]>('DELETE FROM acknowledgements WHERE id = ?')
  const since = sqlite.prepare<[number], ReservedSlot>(
    'SELECT recipient, at FROM acknowledgements WHERE at >= ? ORDER BY at',
  )
  const ofRecipients = sqlite.prepare<[number, string], ReservedSlot>(
    `SELECT recipient, at FROM acknowledgements WHERE at >= ? AND recipient IN (SELECT value FROM json_each(?))
     ORDER BY at`,
  )
  const insert = sqlite.prepare<[ReservedSlot & { id: string }]>(
    'INSERT INTO acknowledgements (id, recipient, at) VALUES (@id, @recipient, @at)',
  )
  const reserve = sqlite.transaction(({ id, ...email }: SlotRequest): number | undefined => {
    const { now, kind } = email
    const reserved = find.get(id)
    if (reserved !== undefined) {
      const reservation = readReservation(reserved, now)
      if (reservation !== 'missed') return reservation === 'wait' ? reserved : undefined
      remove.run(id)
    }
    forget.run(now - slotRetentionMs)
    const slots = limitsAllRecipients(kind)
      ? since.all(countedSince(now)).filter((row) => isOfKind(kind, row))
      : ofRecipients.all(countedSince(now), JSON.stringify(email.recipients))
    const { at, recipient } = decideSlot(email, slots)
    if (recipient !== undefined) insert.run({ id, recipient, at })
    return at > now ? at : undefined
  })
  return {
    reserveSlot: (request: SlotRequest) => reserve.immediate(request),
    expireSlots: (now: number) => forget.run(now - slotRetentionMs).changes,
  }
}
