import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Replicas } from '#db/ports/replicas.ts'
import type { Store } from '#db/ports/store.ts'
import { hourMs, minuteMs } from '#domain/time/durations.ts'
import type { BackgroundLoop } from '#service/background/background-loop.ts'
import { begin, startPeriodicWork } from '#service/background/periodic-work.ts'
import { type RecordSettings, recordAlerts } from './record-alerts.ts'

export interface WatchLoopSettings extends RecordSettings {
  replicas: Pick<Replicas, 'wake' | 'listen'>
  log: Logger
  /** Called after events were stored, so that reports include them at once. */
  onRecorded: () => void
  /** Enqueues the messages about recorded alerts. */
  announce: () => Promise<void>
}

/** Time in ms for which the projections may lag before an evaluation is postponed, and until it is tried again. */
const catchUpMs = 5000
const retryMs = 15_000

/**
 * Starts to examine every finished hour, a minute after its figures are final, until stopped. It also examines at the
 * start, and within a minute after the log records that a receiver was stopped or resumed: nothing is sent to a stopped
 * receiver.
 */
export function startWatchLoop(settings: WatchLoopSettings): BackgroundLoop {
  const { store, switchedOff, replicas, now, log, onRecorded, announce } = settings
  const evaluated = { dueAt: -Infinity, receivers: 0 }
  return startPeriodicWork({
    name: 'alerts',
    replicas,
    now,
    log,
    work: async () => {
      const receivers = await lastReceiverEvent(store)
      if (now() < evaluated.dueAt && receivers === evaluated.receivers) return { at: begin, inMs: minuteMs }
      // Counts that lack the last events would look like a lack of runs.
      if (!(await hasCaughtUp(store))) return { at: begin, inMs: retryMs }
      const [at, startedAt] = [now(), performance.now()]
      const { stored, found } = await recordAlerts({ store, switchedOff, now })
      const tookMs = Math.round(performance.now() - startedAt)
      log.info({ stored, found: found.length, tookMs }, 'alerts were evaluated')
      if (stored > 0) onRecorded()
      await announce()
      evaluated.dueAt = at - (at % hourMs) + hourMs + minuteMs
      evaluated.receivers = receivers
      return { at: begin, inMs: minuteMs }
    },
  })
}

/** Returns the position of the last event about a stopped or resumed receiver, or 0. */
async function lastReceiverEvent({ operations }: Pick<Store, 'operations'>): Promise<number> {
  const [last] = await operations.read({ types: ['receiver_stopped', 'receiver_resumed'], limit: 1 })
  return last?.position ?? 0
}

/** Returns whether the projections contain all events that the log had when this was called. */
async function hasCaughtUp({ log, projections }: Pick<Store, 'log' | 'projections'>): Promise<boolean> {
  const head = await log.head()
  for (let waited = 0; waited < catchUpMs; waited += 250) {
    if ((await projections.live()).checkpoint >= head) return true
    await sleep(250)
  }
  return false
}
