import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Gauge that is read when the metrics are requested. It has one value, or several that are distinguished by a label.
 */
export interface GaugeSource {
  name: string
  help: string
  label?: string
  read: () => Promise<{ label?: string; value: number }[]>
}

/**
 * Creates the metrics of /metrics. Names begin with `formlotse_`; process and event-loop metrics have Node's
 * usual names.
 */
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
  const responses = new Counter({
    name: 'formlotse_http_responses_total',
    help: 'Responses to HTTP requests, by class of the status, for example 5xx.',
    labelNames: ['status'],
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
    help: 'Duration of a commit, including failed ones.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const appendLock = new Histogram({
    name: 'formlotse_append_lock_seconds',
    help: 'Time for which an append held the lock that the appends of all processes wait for (PostgreSQL).',
    // The buckets are narrow, so that quantiles that differ by a few ms can be distinguished.
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
  const refusedCallbacks = new Counter({
    name: 'formlotse_payment_callbacks_refused_total',
    help: 'Payment callbacks refused because their signature is missing or wrong, by fault.',
    labelNames: ['fault'],
    registers,
  })
  const refusedLetterWebhooks = new Counter({
    name: 'formlotse_letter_webhooks_refused_total',
    help: 'Webhooks of the letter service refused because their signature is missing or wrong.',
    registers,
  })

  const reports = new Counter({
    name: 'formlotse_reports_total',
    help: 'Reports, by the server that answered: primary, standby, or fallback for the primary after a standby failed.',
    labelNames: ['server'],
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

  function addGauge({ name, help, label, read }: GaugeSource): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: label ? [label] : [],
      async collect() {
        this.reset()
        // A reset sets a gauge without labels to 0. This value is removed, so that it is not reported if the reading
        // fails.
        if (!label) this.remove()
        // An error is ignored, because the other metrics are needed most when the store fails.
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
    countResponse: (status: number) => responses.inc({ status: `${Math.floor(status / 100)}xx` }),
    timeCommit,
    observeAppendLock: (seconds: number) => appendLock.observe(seconds),
    countAnalytics: (kind: string, result: string) => analytics.inc({ kind, result }),
    countRefusedCallback: (fault: string) => refusedCallbacks.inc({ fault }),
    countRefusedLetterWebhook: () => refusedLetterWebhooks.inc(),
    countReport: (server: string) => reports.inc({ server }),
    addGauge,
  }
}
