import type { StoredEventOf, Touch } from '#domain/events/stored-event.ts'
import { dayMs, minuteMs } from '#domain/time/durations.ts'
import { type Channel, campaignChannel, referrerChannel } from './channel.ts'

/** A visitor's contact with this service: through a campaign, or a visit without one. */
export interface Contact extends Touch {
  channel: Channel
}

export function campaignContact(touch: Touch): Contact {
  return { ...touch, channel: campaignChannel(touch) }
}

/**
 * Maximum time between the contact with a campaign and the start of a run within the same visit, in ms. It is the
 * session timeout of Google Analytics.
 */
const visitMs = 30 * minuteMs

/**
 * Returns the contact of a visit that came without a campaign, or undefined if the client did not report its referrer
 * or if the visit came through a campaign. Without consent, the only campaign that a client reports is that of the same
 * visit.
 */
export function entryContact({
  data: { referrer },
  meta,
  occurredAt: at,
}: Pick<StoredEventOf<'start'>, 'data' | 'meta' | 'occurredAt'>): Contact | undefined {
  if (referrer === undefined) return undefined
  const isCampaign = meta.touches.some((touch) => meta.consent === 'none' || touch.at >= at - visitMs)
  if (isCampaign) return undefined
  const source = referrer.replace(/^www\./, '')
  return { at, ...(source !== '' && { source }), channel: referrerChannel(referrer) }
}

/**
 * Returns the touches that are at most 7 days old at the start of a run, oldest first. `startedAt` and the times of the
 * touches are from the client's clock.
 */
export function countingTouches(touches: readonly Contact[], startedAt: number): Contact[] {
  return touches.filter((touch) => startedAt - touch.at <= 7 * dayMs).toSorted((a, b) => a.at - b.at)
}

/**
 * Returns the contacts to which a run or an order is credited, oldest first: the touches that were at most 7 days old
 * when the run started, and the visit in which it started. A direct visit counts only if there is no other contact.
 */
export function creditedContacts(
  { occurredAt, entry }: { occurredAt: number; entry?: Contact },
  touches: readonly Contact[],
): Contact[] {
  const counting = countingTouches(touches, occurredAt)
  if (!entry || (entry.channel === 'Direct' && counting.length > 0)) return counting
  return [...counting, entry].toSorted((a, b) => a.at - b.at)
}
