import type { Logger } from 'pino'
import { type DestinationName, destinationNames } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { decideInterruptions } from '#domain/operations/decide-interruptions.ts'
import { type BackgroundLoop, startLoop } from '#service/background/background-loop.ts'
import { recordRelease } from './record-release.ts'

export interface RecorderSettings {
  store: Pick<Store, 'operations' | 'outbox'>
  /** Version of the software to record; undefined if it is already recorded. */
  version: string | undefined
  log: Logger
  /** Called after events were appended. */
  onRecorded?: () => void
  pollMs?: number
}

/** Number of events that are read to find the last one of each destination. Few are ever stored. */
const recentEvents = 200

/**
 * Starts a loop that records in the log what the service notices about its own operation: that it runs in another
 * version, and that a destination was stopped or resumed. It compares the current state with the recorded one, so a
 * crash between a change and its record loses nothing. A new kind of event, such as an alert, is recorded here or by
 * `OperationalLog.append` where it arises.
 */
export function startRecorder({
  store,
  version,
  log,
  onRecorded,
  pollMs = 10_000,
}: RecorderSettings): BackgroundLoop {
  let releaseRecorded = version === undefined
  return startLoop({
    name: 'operational events',
    pollMs,
    log,
    work: async () => {
      if (!releaseRecorded) releaseRecorded = await recordRelease(store.operations, version!)
      if ((await recordInterruptions(store)) > 0) onRecorded?.()
      return false
    },
  })
}

/** Records destinations that were stopped or resumed. Returns the number of events that were stored. */
export async function recordInterruptions({
  operations,
  outbox,
}: Pick<Store, 'operations' | 'outbox'>): Promise<number> {
  const stopped = await Promise.all(destinationNames.map((name) => stoppedAt(outbox, name)))
  const recorded = await operations.read({
    types: ['receiver_stopped', 'receiver_resumed'],
    limit: recentEvents,
  })
  let stored = 0
  for (const event of decideInterruptions(stopped.flat(), recorded))
    if ((await operations.append(event)).status === 'stored') stored += 1
  return stored
}

async function stoppedAt(outbox: Pick<Store['outbox'], 'stopped'>, destination: DestinationName) {
  const found = await outbox.stopped(destination)
  return found ? [{ destination, stoppedAt: found.at }] : []
}
