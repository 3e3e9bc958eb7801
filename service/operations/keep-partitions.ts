import type { Logger } from 'pino'
import type { LogPartitions } from '#db/ports/log/log-partitions.ts'
import type { BackgroundLoop } from '#service/background/background-loop.ts'
import { type PeriodicWork, begin, startPeriodicWork } from '#service/background/periodic-work.ts'
import { minuteMs } from '#domain/time/durations.ts'

export interface PartitionSettings {
  partitions: LogPartitions
  replicas: PeriodicWork['replicas']
  now: () => number
  log: Logger
}

/** Starts a loop that every minute adds the partitions that the log will need, and then updates its statistics. */
export function startPartitionUpkeep({ partitions, replicas, now, log }: PartitionSettings): BackgroundLoop {
  return startPeriodicWork({
    name: 'partitions',
    replicas,
    now,
    log,
    work: async () => {
      const added = await partitions.extend()
      if (added > 0) log.info({ added }, 'partitions were added to the log')
      await partitions.refreshStatistics()
      return { at: begin, inMs: minuteMs }
    },
  })
}
