import { type CountedRejections, fieldsRejectedIn } from '#domain/reports/rejections/compute.ts'
import { isoTime } from '#domain/time/durations.ts'
import { type Moment, type Mute, type MuteEvent, muteOf, mutesAt } from './mutes.ts'
import type { AlertRecord } from './records.ts'
import { type InboxEntry, type InboxReport, maxClosed } from './shape.ts'

export interface InboxData {
  records: readonly AlertRecord[]
  mutes: readonly MuteEvent[]
  /** Rejected events of the time in which the shown faults were. */
  rejections: readonly CountedRejections[]
  /** The last position that counts, and its time in ms since the epoch; for the present, `Infinity` and now. */
  moment: Moment
  asOfPosition: number
}

/** Returns the open alerts and the last closed ones. */
export function inboxReport({ records, mutes, rejections, moment, asOfPosition }: InboxData): InboxReport {
  const inForce = mutesAt(mutes, moment)
  const toEntry = (record: AlertRecord): InboxEntry => {
    const { opened, closed, alert, examinedUntil } = record
    const mute = muteOf(inForce, alert)
    return {
      id: String(opened.position),
      alert: { ...alert, rejectedFields: rejectedFields(record, rejections) },
      examinedUntil,
      openedAt: isoTime(opened.at),
      closedAt: closed && isoTime(closed.at),
      reason: closed && closed.data.reason,
      mute: mute ? toShown(mute) : null,
    }
  }
  const open = records.filter(({ closed }) => closed === null).toReversed()
  return { asOfPosition, open: open.map(toEntry), closed: lastClosed(records).map(toEntry) }
}

function lastClosed(records: readonly AlertRecord[]): AlertRecord[] {
  return records
    .filter(({ closed }) => closed !== null)
    .toSorted((a, b) => b.closed!.position - a.closed!.position)
    .slice(0, maxClosed)
}

function toShown({ position, data: { subject, until, by } }: Mute): NonNullable<InboxEntry['mute']> {
  return { id: String(position), subject, until: until === null ? null : isoTime(until), by }
}

function rejectedFields(
  { alert: { kind, startedAt, lastAt }, examinedUntil }: AlertRecord,
  rejections: readonly CountedRejections[],
): string[] {
  if (kind !== 'rejected') return []
  const until = Date.parse(lastAt ?? examinedUntil)
  return fieldsRejectedIn(rejections, { since: Date.parse(startedAt), until })
}

/** Returns the number of open alerts that are not muted. */
export function countOpen({
  records,
  mutes,
  now,
}: Pick<InboxData, 'records' | 'mutes'> & { now: number }): number {
  const inForce = mutesAt(mutes, { at: now, position: Infinity })
  return records.filter(({ closed, alert }) => closed === null && !muteOf(inForce, alert)).length
}
