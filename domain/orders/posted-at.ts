import type { StoredEventOf } from '#domain/events/stored-event.ts'
import { startOfDay, startOfNextDay } from '#domain/time/berlin-time.ts'

/**
 * Returns when a letter was posted, in ms since the epoch. An operator can name the day; the letter then counts as posted
 * at the end of that day, but not later than the report. So a declaration of withdrawal of that day came before it.
 */
export function postedAt({ receivedAt, data }: StoredEventOf<'sent'>): number {
  const { postedOn } = data
  return postedOn === undefined ? receivedAt : Math.min(receivedAt, startOfNextDay(startOfDay(postedOn)) - 1)
}
