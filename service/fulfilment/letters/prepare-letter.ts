import type { OutboxRow } from '#db/ports/outbox-store.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import { type FoundOrder, findOrderOfRun } from '#service/orders/find-order.ts'
import type { Preparation } from '#service/outbox/destination.ts'
import {
  type LetterTask,
  done,
  recallLetter,
  removeLetter,
  stopLetter,
  waiting,
} from '#service/outbox/destinations/letter/letter.ts'
import { type LetterSettings, freezeAndHandOver, prepareHandOver } from './hand-over.ts'

/**
 * Returns the function that prepares the rows of the destination `letters`: `paid` hands over the letter;
 * `withdrawal_declared` recalls it, and `withdrawal_revoked` and `withdrawal_declined` hand it over again; `sent`,
 * `failed`, `withdrawn`, `refunded` and `erased` stop it or remove it from the letter service.
 *
 * A letter is posted at most once. Its id is the order's id, by which the letter service recognises a repeated
 * hand-over. What was handed over is noted in the journal: after a restore from a backup, it is only recorded again.
 */
export function prepareLetter(settings: LetterSettings) {
  return async ({ runId, eventType }: OutboxRow): Promise<Preparation<LetterTask>> => {
    const found = await findOrderOfRun(settings.store.log, runId ?? '')
    if (!found) return { kind: 'discarded', reason: 'the run has no order' }
    switch (eventType) {
      case 'paid':
        return prepareHandOver(settings, found)
      case 'withdrawal_declared':
        return prepareRecall(settings, found)
      case 'withdrawal_revoked':
      case 'withdrawal_declined':
        return prepareReturn(settings, found)
      default:
        return prepareEnd(settings, found, eventType)
    }
  }
}

/** Recalls the letter of an order whose withdrawal is declared, where that is still possible. */
function prepareRecall({ service }: LetterSettings, { order }: FoundOrder): Preparation<LetterTask> {
  if (order.letter !== 'submitted' || order.letterId === null)
    return { kind: 'discarded', reason: 'no letter is waiting at the letter service' }
  if (order.withdrawal !== 'declared')
    return { kind: 'discarded', reason: 'the withdrawal is decided already' }
  return { kind: 'ready', message: recallLetter(service, order.letterId) }
}

/** Hands over a letter again that was recalled because of a declaration of withdrawal. */
async function prepareReturn(settings: LetterSettings, found: FoundOrder): Promise<Preparation<LetterTask>> {
  const { service } = settings
  const { status, letterId } = found.order
  if (status !== 'submitted' || letterId === null)
    return { kind: 'discarded', reason: 'no letter was handed over before the declaration' }
  const again = await freezeAndHandOver(settings, found)
  if (again.kind !== 'ready') return again
  return {
    kind: 'ready',
    message: async (signal) => {
      const current = await service.status(letterId, signal)
      if (current.code !== 'known') return current
      if (current.state === 'cancelling') return waiting
      const isGone = current.state === 'cancelled' || current.state === 'unknown'
      return isGone ? again.message(signal) : done
    },
  }
}

/** Ends the letter of an order after an event of this type. */
function prepareEnd(
  settings: LetterSettings,
  { order, events }: FoundOrder,
  eventType: string | null,
): Preparation<LetterTask> {
  const { service, now } = settings
  const keptUntil = (order.sentAt ?? 0) + service.keepSentMs
  if (eventType === 'sent' && now() < keptUntil) return { kind: 'postponed', until: keptUntil }
  const byService = events.some(({ type, data }) => type === 'failed' && data.by === 'letter-service')
  const isOver = order.sentAt !== null || byService
  return {
    kind: 'ready',
    message: async (signal) => {
      const letterId = order.letterId ?? (await findUnrecorded(settings, order, signal))
      if (letterId === undefined) return done
      if (typeof letterId !== 'string') return letterId
      return (isOver ? removeLetter : stopLetter)(service, letterId)(signal)
    },
  }
}

/** Finds a letter that was handed over by an attempt that ended before it was recorded. */
async function findUnrecorded({ service }: LetterSettings, { id, paidAt }: Order, signal: AbortSignal) {
  if (paidAt === null) return undefined
  const found = await service.find({ id, since: paidAt }, signal)
  return found.code === 'found' ? found.letterId : found
}
