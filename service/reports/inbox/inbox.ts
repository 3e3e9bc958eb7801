import type { Store } from '#db/ports/store.ts'
import { type InboxData, inboxReport } from '#domain/reports/inbox/compute.ts'
import type { AlertRecord } from '#domain/reports/inbox/records.ts'
import { inboxContract } from '#domain/reports/inbox/shape.ts'
import { maxGroups } from '#domain/reports/rejections/compute.ts'
import { defineReport } from '#service/reports/define/define-report.ts'
import { readAlertRecords, readMuteEvents } from './read-alerts.ts'

export const inbox = defineReport({
  contract: inboxContract,
  summary: 'Faults that the service has recorded: open ones with their loss so far, and the last closed ones',
  readsPast: true,
  async read({ store, readPosition, now }, { asOf }): Promise<InboxData> {
    const { operations, log } = store
    const asOfPosition = await readPosition(asOf)
    const [records, mutes] = await Promise.all([
      readAlertRecords(operations, asOf === undefined ? {} : { upTo: asOfPosition }),
      readMuteEvents(operations),
    ])
    const moment =
      asOf === undefined
        ? { at: now(), position: Infinity }
        : { at: (await log.timeAt(asOfPosition)) ?? now(), position: asOfPosition }
    return { asOfPosition, moment, records, mutes, rejections: await readRejections(store, records) }
  },
  compute: inboxReport,
})

/** Reads the rejected events of the time of the alerts about them, which are kept for a limited time. */
async function readRejections({ rejections }: Pick<Store, 'rejections'>, records: readonly AlertRecord[]) {
  const begins = records
    .filter(({ alert }) => alert.kind === 'rejected')
    .map(({ alert }) => Date.parse(alert.startedAt))
  return begins.length === 0
    ? []
    : rejections.groups({ from: Math.min(...begins), before: Number.MAX_SAFE_INTEGER }, maxGroups)
}
