import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** A gauge that is read when somebody asks for the metrics; several values by label. */
export interface Reading {
  name: string
  help: string
  label?: string
  read: () => Promise<{ label?: string; value: number }[]>
}

/** Everything of /metrics. Names begin with `formlotse_`; process and event-loop metrics are Node's usual ones. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const events = new Counter({
    name: 'formlotse_events_total',
    help: 'Events received, by type and result.',
    labelNames: ['type', 'result'],
    registers,
  })
  const commitSize = new Histogram({
    name: 'formlotse_commit_events',
    help: 'Events in one commit.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
    registers,
  })
  const commitSeconds = new Histogram({
    name: 'formlotse_commit_seconds',
    help: 'Duration of a commit, also of one that failed.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const appendLock = new Histogram({
    name: 'formlotse_append_lock_seconds',
    help: 'Time for which an append held the lock that the appends of all processes wait for (PostgreSQL).',
    // Close together, so that a quantile of a few ms can be told from them.
    buckets: [
      0.0005, 0.001, 0.0015, 0.002, 0.003, 0.004, 0.005, 0.0065, 0.008, 0.01, 0.0125, 0.015, 0.02, 0.025,
      0.03, 0.04, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5,
    ],
    registers,
  })

  const analytics = new Counter({
    name: 'formlotse_analytics_total',
    help: 'Page views and conversions for the analytics service, by result of the attempt.',
    labelNames: ['kind', 'result'],
    registers,
  })

  async function timeCommit<Result>(size: number, commit: () => Promise<Result>): Promise<Result> {
    commitSize.observe(size)
    const stop = commitSeconds.startTimer()
    try {
      return await commit()
    } finally {
      stop()
    }
  }

  function addReading({ name, help, label, read }: Reading): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      async collect() {
        this.reset()
        // A reset gauge without labels would claim to be 0.
        if (!label) this.remove()
        // A store that cannot answer must not take the other metrics away when they are needed most.
        const values = await read().catch(() => [])
        for (const one of values) {
          if (label && one.label !== undefined) this.set({ [label]: one.label }, one.value)
          else this.set(one.value)
        }
      },
      registers: [],
    })
    registry.registerMetric(gauge)
  }

  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    countEvent: (type: string, result: string) => events.inc({ type, result }),
    timeCommit,
    observeAppendLock: (seconds: number) => appendLock.observe(seconds),
    countAnalytics: (kind: string, result: string) => analytics.inc({ kind, result }),
    addReading,
  }
}
