import type { Logger } from 'pino'
import type { Replicas } from '#db/replicas.ts'
import type { Store } from '#db/store.ts'
import type { CountAnalytics } from './analytics/relay-page-views.ts'
import { startConversionTeller } from './analytics/tell-conversions.ts'
import { type Env, databaseOf } from './env.ts'
import { type Endpoint, endpointName } from './forwarding/endpoint.ts'
import { createForwarder } from './forwarding/forwarder.ts'
import type { Lookups } from './lookups/lookups.ts'
import { createRetention } from './privacy/retention.ts'
import { createLapser } from './projections/lapser.ts'
import { createProjectionRunner } from './projections/runner.ts'
import type { Secrets } from './secrets.ts'
import { whileLeading } from './while-leading.ts'

export interface BackgroundSettings {
  env: Env
  secrets: Secrets
  store: Store
  replicas: Replicas
  bankOf: Lookups['iban']['bankOf']
  countAnalytics: CountAnalytics
  /** True while ingest has its hands full. */
  busy: () => boolean
  now: () => number
  log: Logger
}

/** What other processes have stored is noticed within these; this one says so itself. */
const sharedPollMs = 250

/** Starts what this process does beside answering HTTP, by its roles. */
export function startBackgroundWork(settings: BackgroundSettings) {
  const { env, secrets, store, replicas, bankOf, countAnalytics: count, busy, now, log } = settings
  const poll = databaseOf(env).engine === 'postgres' ? { pollMs: sharedPollMs } : {}
  const endpoint = endpointOf(env, secrets)
  const forwarder =
    endpoint && env.ROLES.has('forwarding')
      ? createForwarder({ store, endpoint, bankOf, now, random: Math.random, log, ...poll })
      : undefined
  const url = env.ANALYTICS_URL
  const teller =
    url !== undefined && env.ROLES.has('forwarding')
      ? startConversionTeller({ url, store, now, log, count, ...poll })
      : undefined

  function startProjections() {
    const runner = whileLeading({
      replicas,
      task: 'projections',
      log,
      start: () =>
        createProjectionRunner({
          store,
          now,
          log,
          busy,
          ...poll,
          ...(endpoint && { endpoint: endpointName }),
          tellsConversions: url !== undefined,
          onJobs() {
            forwarder?.wake()
            teller?.wake()
          },
        }),
    })
    const lapser = createLapser({ store, now, log, lapseAfterMs: env.LAPSE_AFTER_MS, onLapsed: runner.wake })
    const retention = createRetention({ store, now, log, periods: retentionOf(env) })
    return { runner, loops: [runner, lapser, retention] }
  }

  const projections = env.ROLES.has('projections') ? startProjections() : undefined
  return {
    /** Events were stored. */
    wake: () => projections?.runner.wake(),
    /** Begins nothing new, and lets deliveries that are in flight finish for so long. */
    async stop(withinMs: number): Promise<void> {
      const loops = projections?.loops.map((loop) => loop.stop()) ?? []
      await Promise.all([...loops, forwarder?.stop(withinMs), teller?.stop(withinMs)])
    },
  }
}

function endpointOf(env: Env, secrets: Secrets): Endpoint | undefined {
  if (env.WEBHOOK_URL === undefined) return undefined
  return {
    name: endpointName,
    url: env.WEBHOOK_URL,
    secrets: secrets.webhookSecrets,
    schedule: env.WEBHOOK_RETRY_SCHEDULE,
    timeoutMs: 15_000,
    forwardDrafts: env.FORWARD_DRAFTS,
  }
}

function retentionOf(env: Env) {
  return {
    drafts: env.RETENTION_DRAFTS,
    orders: env.RETENTION_ORDERS,
    rejected: env.RETENTION_REJECTED,
    uploads: env.RETENTION_UPLOADS,
  }
}
