import type { z } from 'zod'
import type { Store } from '#db/ports/store.ts'
import { type InboxData, inboxReport } from '#domain/reports/inbox/compute.ts'
import type { AlertRecord } from '#domain/reports/inbox/records.ts'
import { inboxContract } from '#domain/reports/inbox/shape.ts'
import { maxGroups } from '#domain/reports/rejections/compute.ts'
import { parseMoment } from '#domain/time/berlin-moment.ts'
import { defineReport } from '#service/reports/define/define-report.ts'
import type { ReportSource } from '#service/reports/define/report.ts'
import { readAlertRecords, readMuteEvents } from './read-alerts.ts'

export const inbox = defineReport({
  contract: inboxContract,
  summary: 'Faults that the service has recorded: open ones with their loss so far, and the last closed ones',
  readsPast: true,
  read: readInbox,
  compute: inboxReport,
})

/** Reads the data of the report. */
export async function readInbox(
  { store, readPosition, now }: ReportSource,
  { asOf }: z.output<typeof inboxContract.query>,
): Promise<InboxData> {
  const { operations, log } = store
  const asOfPosition = await readPosition(asOf)
  const [records, mutes] = await Promise.all([
    readAlertRecords(operations, asOf === undefined ? {} : { upTo: asOfPosition }),
    readMuteEvents(operations),
  ])
  // A mute can end between the last event before a minute and the minute.
  const instant = typeof asOf === 'string' ? parseMoment(asOf) : await log.timeAt(asOfPosition)
  const moment =
    asOf === undefined ? { at: now(), position: Infinity } : { at: instant ?? now(), position: asOfPosition }
  return { asOfPosition, moment, records, mutes, rejections: await readRejections(store, records) }
}

/** Reads the rejected events of the time of the alerts about them, which are kept for a limited time. */
async function readRejections({ rejections }: Pick<Store, 'rejections'>, records: readonly AlertRecord[]) {
  const begins = records
    .filter(({ alert }) => alert.kind === 'rejected')
    .map(({ alert }) => Date.parse(alert.startedAt))
  return begins.length === 0
    ? []
    : rejections.groups({ from: Math.min(...begins), before: Number.MAX_SAFE_INTEGER }, maxGroups)
}
