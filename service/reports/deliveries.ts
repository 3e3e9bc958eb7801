import type { EventRow, OutboxQuery } from '#db/ports/outbox-store.ts'
import { isoTime } from '#domain/time/durations.ts'
import { deliveriesCsv } from '#domain/reports/deliveries/csv.ts'
import {
  type DeliveryReport,
  deliveriesContract,
  deliveryContract,
  deliveryCursor,
} from '#domain/reports/deliveries/shape.ts'
import { describeStop } from '#service/outbox/describe-message.ts'
import { defineList } from '#service/reports/define/define-list.ts'
import { defineRecord } from '#service/reports/define/define-record.ts'
import { notFound } from '#service/reports/deliveries/commands.ts'
import {
  countDeliveries,
  findDelivery,
  reportAttempts,
  reportDelivery,
} from '#service/reports/deliveries/delivery-rows.ts'
import { reportUndelivered } from '#service/reports/deliveries/undelivered.ts'

export const deliveries = defineList({
  contract: deliveriesContract,
  summary: 'Messages to the webhook, newest first',
  cursor: deliveryCursor,
  pageSize: { json: 50, csv: 50 },
  async readPage({ store }, { state }, { size, before }) {
    const { checkpoint } = await store.projections.live()
    const found = await store.outbox.list({
      destination: 'webhook',
      limit: size + 1,
      ...(state && inState(state)),
      ...(before !== undefined && { before }),
    })
    const shown = found.slice(0, size)
    return {
      asOfPosition: checkpoint,
      rows: shown.map((row) => reportDelivery(row as EventRow)),
      next: found.length > size ? shown.at(-1)!.id : null,
    }
  },
  async readExtra({ store, webhookConfigured }) {
    const [counts, emails, alerts, stopped, alertsStopped] = await Promise.all([
      countDeliveries(store),
      reportUndelivered(store, 'mail'),
      reportUndelivered(store, 'alerts'),
      store.outbox.stopped('webhook'),
      store.outbox.stopped('alerts'),
    ])
    const stoppedAt = alertsStopped ? isoTime(alertsStopped.at) : null
    return { counts, emails, alerts: { ...alerts, stoppedAt }, stopped, webhookConfigured }
  },
  compute: ({ rows, nextCursor }, _, { counts, emails, alerts, stopped, webhookConfigured }) => ({
    configured: webhookConfigured,
    stopped: stopped
      ? { code: stopped.code, reason: describeStop(stopped.code), at: isoTime(stopped.at) }
      : null,
    counts,
    emails,
    alerts,
    rows,
    nextCursor,
  }),
  csv: { fileName: () => 'deliveries', table: deliveriesCsv },
})

export const delivery = defineRecord({
  contract: deliveryContract,
  summary: 'One message with its attempts',
  notFound,
  async read({ store }, { id }) {
    const found = await findDelivery(store, id)
    return found && reportAttempts(found)
  },
})

function inState(state: DeliveryReport['state']): Pick<OutboxQuery, 'state' | 'tried'> {
  switch (state) {
    case 'pending':
      return { state, tried: false }
    case 'retrying':
      return { state: 'pending', tried: true }
    default:
      return { state }
  }
}
