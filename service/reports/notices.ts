import type { Store } from '#db/ports/store.ts'
import { waitingWorks } from '#domain/desk/desk-work.ts'
import { noticesContract } from '#domain/reports/notices/shape.ts'
import { countOpen } from '#domain/reports/inbox/compute.ts'
import { defineRecord } from '#service/reports/define/define-record.ts'
import { readAlertRecords, readMuteEvents } from '#service/reports/inbox/read-alerts.ts'

export const notices = defineRecord({
  contract: noticesContract,
  summary: 'Notices that all report pages show',
  async read({ store, testPayments, letterService, now }) {
    const [deliveries, orders, alerts] = await Promise.all([
      countGivenUp(store),
      countWaitingOrders(store, letterService),
      countAlerts(store, now()),
    ])
    return { testPayments, waiting: { deliveries, orders, alerts } }
  },
})

/** Counts the open alerts that are not muted. */
async function countAlerts({ operations }: Pick<Store, 'operations'>, now: number): Promise<number> {
  const [records, mutes] = await Promise.all([readAlertRecords(operations), readMuteEvents(operations)])
  return countOpen({ records, mutes, now })
}

/** Counts the messages that remain undelivered until somebody resends them or resumes the webhook. */
async function countGivenUp({ outbox }: Pick<Store, 'outbox'>): Promise<number> {
  const [counted, stopped] = await Promise.all([outbox.countByState(), outbox.stopped('webhook')])
  const isGivenUp = ({ destination, state }: (typeof counted)[number]) =>
    destination === 'webhook'
      ? state === 'dead' || (stopped !== undefined && state === 'pending')
      : destination === 'mail' && state === 'dead'
  return counted.filter(isGivenUp).reduce((sum, { count }) => sum + count, 0)
}

/** Counts the orders that an operator must do something about. */
async function countWaitingOrders(
  { operators }: Pick<Store, 'operators'>,
  letterService: boolean,
): Promise<number> {
  const works = waitingWorks(letterService)
  const counted = await operators.countWork()
  return counted.filter(({ work }) => works.includes(work)).reduce((sum, { count }) => sum + count, 0)
}
