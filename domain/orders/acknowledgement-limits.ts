import { hourMs } from '#domain/time/durations.ts'
import { berlinDate, berlinDay, startOfDay } from '#domain/time/berlin-time.ts'

/**
 * Limits of e-mails that third parties can trigger: acknowledgements, which go to any address entered, and notices
 * about a withdrawal, which go to the address of an order. The limits delay only the e-mail, not the effect of the
 * request.
 */
export const emailLimits = {
  acknowledgement: { perRecipientAndDay: 2, perHour: 60 },
  declared: { perRecipientAndDay: 5, perHour: Infinity },
  withdrawn: { perRecipientAndDay: 5, perHour: Infinity },
}

export type LimitedKind = keyof typeof emailLimits

/** Number of days for which slots are reserved, including today. Limits the rows that a decision reads. */
const daysAhead = 7

export interface LimitedEmail {
  kind: LimitedKind
  /** One hash for each of `limitedDays(now)`, because the hash of an address changes every day. */
  recipients: readonly string[]
  /** ms since the epoch */
  now: number
}

export interface ReservedSlot {
  recipient: string
  /** In ms since the epoch; in the future while the e-mail waits. */
  at: number
}

/**
 * Returns the earliest time at which an e-mail may be sent, and the recipient hash of that day to reserve it for. If no
 * slot is free on the days ahead, there is no recipient, nothing is reserved, and the time is that of the next attempt.
 * `reserved` contains the slots of e-mails of the same kind since `countedSince`, oldest first; some may have been
 * reserved by a process whose clock is ahead.
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
 * Returns the first time with a free slot. Slots free up an hour after each reservation, so only these times are tried.
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

/** Returns whether a slot reserved by an earlier attempt is still ahead, may be used now, or was missed. */
export function readReservation(at: number, now: number): 'wait' | 'now' | 'missed' {
  if (at > now) return 'wait'
  // Missed slots are not used, because after an outage all e-mails would be sent at once.
  return at > now - hourMs ? 'now' : 'missed'
}

/**
 * Returns the time from which slots count towards the limits: the start of the last hour or of the Berlin day,
 * whichever is earlier.
 */
export function countedSince(now: number): number {
  return Math.min(now - hourMs, startOfDay(berlinDay(now)))
}

/** Returns the Berlin days on which slots are reserved, beginning with today. */
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

/** Returns the key under which slots of a recipient are stored. Each kind is limited separately. */
export function slotRecipient(kind: LimitedKind, hash: string): string {
  return kind === 'acknowledgement' ? hash : `${kind}:${hash}`
}

export function isOfKind(kind: LimitedKind, { recipient }: { recipient: string }): boolean {
  return kind === 'acknowledgement' ? !recipient.includes(':') : recipient.startsWith(`${kind}:`)
}
