import { dayMs, hourMs, weekMs } from '#domain/time/durations.ts'

/**
 * Periods, in ms, that are not configurable. The code that deletes the data, the record of processing and the privacy
 * page all read them here.
 */
export const fixedPeriods = {
  /** E-mails in the outbox, sent or not, and recorded declarations of withdrawal. Starts when they were stored. */
  emails: 14 * dayMs,
  /** Support requests that no operator has closed. Starts at their receipt; closing one removes its content at once. */
  openRequests: 90 * dayMs,
  /** Audit of the operators. Starts at the entry. */
  audit: 365 * dayMs,
  /** Hashed counters of e-mail and client addresses, which limit e-mails. Starts at the time planned for the e-mail. */
  addressCounters: 48 * hourMs,
  /** Ids of events that were duplicates. Starts at their receipt. */
  suppressedIds: weekMs,
  /** Sessions of staff. Starts at the login. */
  sessions: 12 * hourMs,
  /** Drafts that wait for another device, read or not. Starts when they were stored. */
  handovers: dayMs,
  /** Links to the status page in e-mails. Starts at the order or the event that the e-mail is about. */
  statusLinks: 120 * dayMs,
}
