import type { Store } from '#db/store.ts'
import type { Reading } from './metrics.ts'

/** What /metrics reads from the store when it is asked: how much waits, and how far behind the projections are. */
export function storeReadings(store: Store): Reading[] {
  return [
    {
      name: 'formlotse_log_position',
      help: 'Last position of the event log.',
      read: async () => [{ value: await store.log.head() }],
    },
    {
      name: 'formlotse_projection_lag_events',
      help: 'Events that the live projections have not seen yet.',
      read: async () => {
        const { checkpoint } = await store.projections.live()
        return [{ value: Math.max(0, (await store.log.head()) - checkpoint) }]
      },
    },
    {
      name: 'formlotse_queue_jobs',
      help: 'Jobs that wait, by queue.',
      label: 'queue',
      read: async () => (await store.queue.depth()).map(({ queue, jobs }) => ({ label: queue, value: jobs })),
    },
    {
      name: 'formlotse_deliveries',
      help: 'Webhook deliveries, by state.',
      label: 'state',
      read: async () => {
        const counted = new Map((await store.deliveries.countByState()).map((row) => [row.state, row.count]))
        return (['pending', 'delivered', 'dead'] as const).map((state) => ({
          label: state,
          value: counted.get(state) ?? 0,
        }))
      },
    },
  ]
}
