import type { AlertClosed, AlertRecord } from './records.ts'
import { announcedMs } from './decide-alerts.ts'
import { type MuteEvent, muteOf, mutesAt } from './mutes.ts'

/** An opening or a closing that is announced by e-mail and webhook. */
export interface Announcement {
  record: AlertRecord
  event: AlertRecord['opened'] | AlertClosed
}

/** The announcements that were stored together. They are sent as one message if there are too many. */
export interface AnnouncementGroup {
  /** Position of the first event; the same at each evaluation. */
  position: number
  announcements: Announcement[]
}

/**
 * Returns what must have been announced by now: openings and closings of the last 48 hours that are neither silent nor
 * were muted when they were stored. A fault that was already over when it was found is announced once, by its closing.
 * The result for an event is the same at each call, so messages with ids derived from it are never sent twice.
 */
export function announcementsOf(
  records: readonly AlertRecord[],
  mutes: readonly MuteEvent[],
  now: number,
): AnnouncementGroup[] {
  const all = records
    .filter(({ opened }) => opened.data.silent !== true)
    .flatMap((record): Announcement[] => {
      const { opened, closed } = record
      const alreadyOver = closed?.at === opened.at
      return [
        ...(alreadyOver ? [] : [{ record, event: opened }]),
        ...(closed ? [{ record, event: closed }] : []),
      ]
    })
    .filter(({ event }) => event.at > now - announcedMs && !muteOf(mutesAt(mutes, event), event.data.alert))
    .toSorted((a, b) => a.event.position - b.event.position)
  return [...Map.groupBy(all, ({ event }) => event.at).values()].map((announcements) => ({
    position: announcements[0]!.event.position,
    announcements,
  }))
}
