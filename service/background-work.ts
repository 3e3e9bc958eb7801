import type { Logger } from 'pino'
import type { DestinationName } from '#db/ports/outbox-store.ts'
import type { Replicas } from '#db/ports/replicas.ts'
import type { Store } from '#db/ports/store.ts'
import type { CountAnalytics } from '#service/analytics/relay-page-views.ts'
import type { BackgroundLoop } from '#service/background/background-loop.ts'
import { whileLeader } from '#service/background/leadership.ts'
import { type Env, archiveFolderOf, databaseOf } from '#service/config/env.ts'
import type { Secrets } from '#service/config/secrets.ts'
import type { Lookups } from '#service/lookups/lookups.ts'
import type { Destination } from '#service/outbox/destination.ts'
import { createConversions } from '#service/outbox/destinations/conversions/conversions.ts'
import type { Endpoint } from '#service/outbox/destinations/webhook/endpoint.ts'
import { createWebhook } from '#service/outbox/destinations/webhook/webhook.ts'
import { startDispatching } from '#service/outbox/start-dispatching.ts'
import { createRetention } from '#service/privacy/retention.ts'
import { retentionOf } from '#service/privacy/retention-settings.ts'
import { createLapser } from '#service/runs/lapser.ts'
import { startWatchLoop } from '#service/alerts/watch-loop.ts'
import { startPartitionUpkeep } from '#service/operations/keep-partitions.ts'
import { startRecorder } from '#service/operations/recorder.ts'
import { createProjectionRunner } from '#service/projections/runner.ts'
import { openAlerts } from './open-alerts.ts'

export interface BackgroundSettings {
  env: Env
  secrets: Secrets
  store: Store
  replicas: Replicas
  bankOf: Lookups['iban']['bankOf']
  countAnalytics: CountAnalytics
  /** Destinations of e-mails; empty if this process sends none. */
  mail: readonly Destination<unknown>[]
  /** Destinations that prepare documents and hand over letters; used only if this process forwards messages. */
  fulfilment: readonly Destination<unknown>[]
  /** Starts to ask about letters and to clear the post folder, in the process that is the leader. */
  startLetterChecks: (replicas: Replicas) => BackgroundLoop[]
  /** Returns whether many events are waiting to be committed. */
  busy: () => boolean
  /** Release that could not be recorded yet when the process started. */
  unrecordedRelease: string | undefined
  now: () => number
  log: Logger
}

/**
 * Interval, in ms, at which the projections look for events that other processes have stored. When this process stores
 * events, they are woken immediately. Deliveries poll less often, because each destination needs a transaction for that,
 * and because other processes send them wake-ups.
 */
const sharedPollMs = 250

/** Starts the background work for the roles of this process: projections, retention and deliveries. */
export function startBackgroundWork(settings: BackgroundSettings) {
  const { env, store, replicas, mail, fulfilment, busy, unrecordedRelease, now, log } = settings
  const poll = databaseOf(env).engine === 'postgres' ? { pollMs: sharedPollMs } : {}
  const alerts = openAlerts(settings)
  const forwarding = env.ROLES.has('forwarding')
    ? [...forwardingDestinations(settings), ...fulfilment, ...alerts.destinations]
    : []
  const dispatching = startDispatching({
    store,
    replicas,
    destinations: [...forwarding, ...mail],
    now,
    random: Math.random,
    log,
  })

  const projections = env.ROLES.has('projections')
    ? whileLeader({ replicas, task: 'projections', log, start: startProjections })
    : undefined

  function startProjections(giveUp: () => void) {
    const destinations = enqueuedFor(env)
    const { announce } = dispatching
    const runner = createProjectionRunner({
      store,
      archiveFolder: archiveFolderOf(env),
      now,
      log,
      busy,
      ...poll,
      destinations,
      submitAfterMs: env.SUBMIT_AFTER,
      onMessages: announce,
      onNewerVersion: giveUp,
    })
    const lapseAfterMs = env.LAPSE_AFTER_MS
    const lapser = createLapser({ store, replicas, now, log, lapseAfterMs, onLapsed: runner.wake })
    const retention = createRetention({ store, replicas, now, log, periods: retentionOf(env) })
    const recorder = startRecorder({ store, version: unrecordedRelease, log, onRecorded: runner.wake })
    const watch = startWatchLoop({
      store,
      switchedOff: switchedOff(env),
      replicas,
      now,
      log,
      onRecorded: runner.wake,
      announce: () => alerts.announce(announce),
    })
    const { partitions } = store
    const upkeep = partitions ? [startPartitionUpkeep({ partitions, replicas, now, log })] : []
    const letterChecks = settings.startLetterChecks(replicas)
    // Stored events wake only the runner. The others look for work at intervals.
    return [runner, lapser, retention, recorder, watch, ...upkeep, ...letterChecks]
  }

  return {
    /** Wakes the projections. Must be called after events were stored. */
    wake: () => projections?.wake(),
    /** Wakes the deliveries. Must be called after messages were enqueued. */
    dispatch: dispatching.announce,
    /** Stops the work. Waits up to `withinMs` for messages in flight. */
    async stop(withinMs: number): Promise<void> {
      await Promise.all([projections?.stop(), dispatching.stop(withinMs)])
    },
  }
}

/** Returns the destinations for which the projections of this configuration enqueue messages. */
export function enqueuedFor(env: Pick<Env, 'WEBHOOK_URL' | 'ANALYTICS_URL'>): DestinationName[] {
  return [
    'documents',
    'mail',
    'letters',
    ...(env.WEBHOOK_URL === undefined ? [] : (['webhook'] as const)),
    ...(env.ANALYTICS_URL === undefined ? [] : (['conversions'] as const)),
  ]
}

/** Returns the destinations without an address in this configuration, so that nothing is sent to them. */
function switchedOff(env: Env): DestinationName[] {
  return [
    ...(env.WEBHOOK_URL === undefined ? (['webhook'] as const) : []),
    ...(env.ANALYTICS_URL === undefined ? (['conversions'] as const) : []),
    ...(env.ALERT_WEBHOOK_URL === undefined ? (['alerts'] as const) : []),
  ]
}

function forwardingDestinations(settings: BackgroundSettings): Destination<unknown>[] {
  const { env, secrets, store, bankOf, countAnalytics: count, now } = settings
  const endpoint = endpointOf(env, secrets)
  const url = env.ANALYTICS_URL
  return [
    ...(endpoint ? [createWebhook({ store, endpoint, bankOf, now })] : []),
    ...(url === undefined ? [] : [createConversions({ url, store, now, count })]),
  ]
}

function endpointOf(env: Env, secrets: Secrets): Endpoint | undefined {
  if (env.WEBHOOK_URL === undefined) return undefined
  return {
    url: env.WEBHOOK_URL,
    secrets: secrets.webhookSecrets,
    schedule: env.WEBHOOK_RETRY_SCHEDULE,
    timeoutMs: 15_000,
    forwardDrafts: env.FORWARD_DRAFTS,
  }
}
