import { hourMs } from '#domain/time/durations.ts'
import { berlinDate, berlinDay, startOfDay } from '#domain/time/berlin-time.ts'

/**
 * Limits for e-mails that third parties can trigger:
 * - acknowledgements of receipt, which are sent to any e-mail address entered
 * - notices about a withdrawal, which are sent to the e-mail address of the order
 * - confirmations and reminders of orders, which anyone can place with any e-mail address
 * - notices to the previous e-mail address of an order, which can be changed before the payment
 *
 * The limits delay only the e-mail, not the effect of the request.
 */
export const emailLimits = {
  acknowledgement: { perRecipientAndDay: 2, perHour: 60 },
  declared: { perRecipientAndDay: 5, perHour: Infinity },
  withdrawn: { perRecipientAndDay: 5, perHour: Infinity },
  confirmation: { perRecipientAndDay: 5, perHour: Infinity },
  reminder: { perRecipientAndDay: 2, perHour: Infinity },
  'address-changed': { perRecipientAndDay: 2, perHour: 60 },
}

export type LimitedKind = keyof typeof emailLimits
export const limitedKinds = Object.keys(emailLimits) as LimitedKind[]

/**
 * Number of days, including today, for which slots can be reserved. A slot is a time at which one e-mail may be sent.
 * The number is small, so that `decideSlot` has few reserved slots to consider.
 */
const daysAhead = 7

export interface LimitedEmail {
  kind: LimitedKind
  /**
   * Hashes of the recipient's address, one for each day in `limitedDays(now)`. The hash of an address changes every
   * day.
   */
  recipients: readonly string[]
  /** Current time, in ms since the epoch. */
  now: number
}

export interface ReservedSlot {
  recipient: string
  /** Time from which the e-mail may be sent, in ms since the epoch. Until then, the e-mail waits. */
  at: number
}

/**
 * Decides when an e-mail may be sent. Returns the time `at` of the earliest free slot and, as `recipient`, the
 * recipient's hash for the day of the slot. The caller reserves the slot under this hash. If no slot is free on any day
 * of `limitedDays(now)`, `recipient` is absent, and `at` is the start of the day after these days. The caller then
 * reserves nothing and tries again at the time `at`.
 *
 * `reserved` contains the slots of e-mails of the same kind since `countedSince`, oldest first; those of other recipients
 * only if `limitsAllRecipients`. It can contain slots reserved by a process whose clock is ahead.
 */
export function decideSlot(
  { kind, recipients, now }: LimitedEmail,
  reserved: readonly ReservedSlot[],
): { at: number; recipient?: string } {
  const { perRecipientAndDay, perHour } = emailLimits[kind]
  const times = reserved.map(({ at }) => at)
  for (const [day, recipient] of recipients.entries()) {
    if (reserved.filter((one) => one.recipient === recipient).length >= perRecipientAndDay) continue
    const at = firstFree(times, Math.max(now, startOfDayAfter(now, day)), perHour)
    if (at < startOfDayAfter(now, day + 1)) return { at, recipient }
  }
  return { at: startOfDayAfter(now, recipients.length) }
}

/**
 * Returns the earliest time, not before `from`, at which one more e-mail does not exceed `perHour`. A slot becomes free
 * only when a reserved slot is an hour old. Therefore, only `from` and the times one hour after each reserved slot are
 * tried.
 */
function firstFree(times: readonly number[], from: number, perHour: number): number {
  if (perHour === Infinity) return from
  const candidates = [from, ...times.map((at) => at + hourMs).filter((at) => at > from)]
  let index = 0
  for (const at of candidates) {
    while (index < times.length && times[index]! <= at) index += 1
    const nearby = [
      ...times.slice(Math.max(index - perHour, 0), index),
      at,
      ...times.slice(index, index + perHour),
    ]
    const crowded = nearby.some(
      (first, i) => i + perHour < nearby.length && nearby[i + perHour]! - first < hourMs,
    )
    if (!crowded) return at
  }
  return candidates.at(-1)!
}

/**
 * Returns the state of a slot that was reserved for the time `at`:
 * - `wait`: The slot is in the future.
 * - `now`: The e-mail may be sent now.
 * - `missed`: The slot is at least an hour old. A new one must be reserved.
 */
export function readReservation(at: number, now: number): 'wait' | 'now' | 'missed' {
  if (at > now) return 'wait'
  // Do not use missed slots. Otherwise, all e-mails delayed by an outage would be sent together when the outage ends.
  return at > now - hourMs ? 'now' : 'missed'
}

/**
 * Returns the time from which slots count towards the limits: one hour ago or the start of the Berlin day, whichever is
 * earlier.
 */
export function countedSince(now: number): number {
  return Math.min(now - hourMs, startOfDay(berlinDay(now)))
}

/** Returns the Berlin days for which slots can be reserved, starting with today. */
export function limitedDays(now: number): string[] {
  return Array.from({ length: daysAhead }, (_, days) => dayAfter(now, days))
}

function startOfDayAfter(now: number, days: number): number {
  return startOfDay(dayAfter(now, days))
}

function dayAfter(now: number, days: number): string {
  const { year, month, day } = berlinDate(now)
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}

/**
 * Returns the key under which the slots of a recipient are stored. Each kind of e-mail has its own key, because the
 * limits apply to each kind separately.
 */
export function slotRecipient(kind: LimitedKind, hash: string): string {
  return kind === 'acknowledgement' ? hash : `${kind}:${hash}`
}

/** Returns whether e-mails to other recipients count towards a limit of this kind. */
export function limitsAllRecipients(kind: LimitedKind): boolean {
  return emailLimits[kind].perHour !== Infinity
}

export function isOfKind(kind: LimitedKind, { recipient }: { recipient: string }): boolean {
  return kind === 'acknowledgement' ? !recipient.includes(':') : recipient.startsWith(`${kind}:`)
}
