import type { StoredEventOf } from '#domain/events/stored-event.ts'
import { lastDayToWithdraw } from '#domain/orders/withdrawal-period.ts'
import { startOfDay } from '#domain/time/berlin-time.ts'
import { letterFailedEmail } from '#service/emails/order/letter-failed.ts'
import { postedAt } from '#domain/orders/posted-at.ts'
import { letterSentEmail } from '#service/emails/order/letter-sent.ts'
import { declinedEmail, revokedEmail, withdrawnEmail } from '#service/emails/withdrawal/outcomes.ts'
import { type EmailContext, type NoEmail, type OrderEmail, eventsOf } from './order-email.ts'

/** Returns the transmission confirmation. A declaration of withdrawal before the posting keeps the right of withdrawal. */
export function letterSent(
  { found, facts, isBusiness }: EmailContext,
  sent: StoredEventOf<'sent'>,
): OrderEmail {
  const isOpen = [...eventsOf(found, 'withdrawal_declared'), ...eventsOf(found, 'withdrawn')].some(
    ({ position }) => position < sent.position,
  )
  const hasRightLapsed = !isBusiness && !isOpen
  return { kind: 'sent', draft: letterSentEmail({ order: facts, sentAt: postedAt(sent), hasRightLapsed }) }
}

export function letterFailed({ found, facts }: EmailContext, failed: StoredEventOf<'failed'>): OrderEmail {
  const amountCents = eventsOf(found, 'paid')[0]?.data.amountCents ?? facts.priceCents
  return {
    kind: 'failed',
    draft: letterFailedEmail({ order: facts, amountCents, failedAt: failed.receivedAt }),
  }
}

/**
 * Returns the e-mail about a withdrawal that an operator or the customer's confirmation made final. All other withdrawn
 * orders get theirs together with the receipt of the declaration, or at its deadline.
 */
export function withdrawn(
  { facts }: EmailContext,
  { data: { by } }: StoredEventOf<'withdrawn'>,
): OrderEmail | NoEmail {
  if (by !== 'operator' && by !== 'confirmation') return { reason: 'another e-mail reports the withdrawal' }
  return { kind: 'withdrawn', draft: withdrawnEmail(facts) }
}

export function revoked({ facts }: EmailContext, { data }: StoredEventOf<'withdrawal_revoked'>): OrderEmail {
  return { kind: 'withdrawal-revoked', draft: revokedEmail(facts, data.by) }
}

export function declined(
  { found, facts }: EmailContext,
  { data: { reason }, receivedAt }: StoredEventOf<'withdrawal_declined'>,
): OrderEmail {
  const { lateAfter, sentAt } = found.order
  const refusals = {
    late: {
      reason: 'late',
      lastDay: startOfDay(lateAfter ?? lastDayToWithdraw(found.complete.receivedAt)),
    },
    performed: { reason: 'performed', sentAt: sentAt ?? receivedAt },
    business: { reason: 'business' },
  } as const
  return { kind: 'withdrawal-declined', draft: declinedEmail(facts, refusals[reason]) }
}
