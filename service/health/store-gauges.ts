import {
  type DestinationName,
  type OutboxState,
  destinationNames,
  outboxStates,
} from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { FreeDisk } from '#service/process/free-disk.ts'
import type { GaugeSource } from '#service/observability/metrics.ts'

/** Returns the gauges of the disk for /metrics. */
export function diskGauges(freeDisk: Pick<FreeDisk, 'bytes'>): GaugeSource[] {
  return [
    {
      name: 'formlotse_disk_free_bytes',
      help: 'Free bytes of the disk that the service writes to; the minimum if there are several.',
      read: async () => {
        const value = await freeDisk.bytes()
        return value === undefined ? [] : [{ value }]
      },
    },
  ]
}

/**
 * Returns the gauges of the store for /metrics, for example the number of pending messages and the distance of the
 * projections from the end of the log.
 */
export function storeGauges(store: Store): GaugeSource[] {
  return [
    {
      name: 'formlotse_log_position',
      help: 'Last position of the event log.',
      read: async () => [{ value: await store.log.head() }],
    },
    {
      name: 'formlotse_log_positions_left',
      help: 'Positions after the end of the event log for which it has partitions (PostgreSQL).',
      read: async () => (store.partitions ? [{ value: await store.partitions.positionsLeft() }] : []),
    },
    {
      name: 'formlotse_upload_bytes',
      help: 'Bytes of uploads that belong to no order.',
      read: async () => [{ value: await store.uploads.unkeptBytes() }],
    },
    {
      name: 'formlotse_projection_lag_events',
      help: 'Events that the live projections have not processed yet.',
      read: async () => {
        const { checkpoint } = await store.projections.live()
        return [{ value: Math.max(0, (await store.log.head()) - checkpoint) }]
      },
    },
    {
      name: 'formlotse_oldest_unsent_order_seconds',
      help: 'Time since the payment of the oldest paid order whose letter is not sent; 0 if there is none.',
      read: async () => {
        const paidAt = await store.projections.oldestUnsent()
        return [{ value: paidAt === undefined ? 0 : Math.max(0, (store.now() - paidAt) / 1000) }]
      },
    },
    {
      name: 'formlotse_excluded_runs',
      help: 'Runs excluded from lapsing, outbox and reports, by who excluded them; service: their state could not be projected.',
      label: 'by',
      read: async () => {
        const counted = new Map((await store.exclusions.count(0)).map(({ by, runs }) => [by, runs]))
        return (['operator', 'service'] as const).map((by) => ({ label: by, value: counted.get(by) ?? 0 }))
      },
    },
    {
      name: 'formlotse_outbox_pending',
      help: 'Messages that are still to be delivered, by destination.',
      label: 'destination',
      read: async () => {
        const counted = await store.outbox.countByState()
        return destinationNames.map((label) => ({ label, value: countOf(counted, label, 'pending') }))
      },
    },
    {
      name: 'formlotse_outbox_undeliverable',
      help: 'Messages that were permanently refused or failed at every attempt, by destination.',
      label: 'destination',
      read: async () => {
        const counted = await store.outbox.countByState()
        return destinationNames.map((label) => ({ label, value: countOf(counted, label, 'dead') }))
      },
    },
    {
      name: 'formlotse_deliveries',
      help: 'Webhook deliveries, by state.',
      label: 'state',
      read: async () => {
        const counted = await store.outbox.countByState()
        return outboxStates.map((state) => ({ label: state, value: countOf(counted, 'webhook', state) }))
      },
    },
  ]
}

function countOf(
  counted: Awaited<ReturnType<Store['outbox']['countByState']>>,
  destination: DestinationName,
  state: OutboxState,
): number {
  return counted.find((one) => one.destination === destination && one.state === state)?.count ?? 0
}
