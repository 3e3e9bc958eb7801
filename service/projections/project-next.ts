import { setImmediate as letOthersIn } from 'node:timers/promises'
import type { DestinationName } from '#db/ports/outbox-store.ts'
import type { RunRow } from '#db/ports/projection-store.ts'
import type { Store } from '#db/ports/store.ts'
import { type RunState, runStateFormat } from '#domain/runs/run-state.ts'
import { foldWithKeys } from './look-up-keys.ts'
import { beforeNewerEvents } from './newer-version.ts'
import { UnprojectableRuns, countInSteps, foldBatch } from './project-batch.ts'
import { readState } from './rows.ts'

export interface GenerationCheckpoint {
  generation: number
  /** Last position up to which all events were projected. */
  checkpoint: number
  revision: number
}

export interface BatchLimits {
  /** Maximum number of events in one transaction. */
  size: number
  /** Last position that may be projected; unlimited by default. */
  upTo?: number
  /** Destinations for which messages are enqueued; none by default. */
  destinations?: readonly DestinationName[]
  /** Time in ms between a payment and the hand-over of the letter; 2 hours by default. */
  submitAfterMs?: number
  now: number
}

/**
 * Result of projecting a batch:
 * - `idle`: there is nothing to project.
 * - `conflict`: another process changed the generation, so the caller must read its checkpoint again.
 */
export type Progress =
  | { kind: 'idle' }
  | { kind: 'conflict' }
  | {
      kind: 'committed'
      checkpoint: number
      /** Destinations for which messages were enqueued. */
      destinations: DestinationName[]
    }

/**
 * Projects the next batch of events after a generation's checkpoint. Skips the events of excluded runs. Commits the
 * rows, the messages and the new checkpoint in one transaction. Throws `UnprojectableRuns`, and `StoreRefused` if the next
 * event was written by a newer version of the software.
 */
export async function projectNext(
  store: Pick<Store, 'log' | 'projections' | 'exclusions'>,
  { generation, checkpoint, revision }: GenerationCheckpoint,
  { size, upTo = Infinity, destinations = [], submitAfterMs, now }: BatchLimits,
): Promise<Progress> {
  const limit = Math.min(size, upTo - checkpoint)
  if (limit <= 0) return { kind: 'idle' }
  // Operational events have positions too, so `limit` events may reach past `upTo`.
  const read = (await store.log.read(checkpoint, limit)).filter(({ position }) => position <= upTo)
  const events = beforeNewerEvents(read)
  // Without events, the checkpoint moves past operational events, so that reports as of it include them.
  const to = events.at(-1)?.position ?? Math.min(await store.log.emptyUpTo(checkpoint), upTo)
  if (to <= checkpoint) return { kind: 'idle' }
  const runIds = [...new Set(events.map(({ runId }) => runId))]
  const excluded = new Set(await store.exclusions.among(runIds))
  const states = readStates(await store.projections.runs(generation, runIds))
  const counted = excluded.size > 0 ? events.filter(({ runId }) => !excluded.has(runId)) : events
  const batch = {
    states,
    events: counted,
    destinations,
    ...(submitAfterMs !== undefined && { submitAfterMs }),
  }
  const { folded, added } = await foldWithKeys(store.projections, generation, (admit) =>
    foldBatch(batch, admit),
  )
  const steps = countInSteps({ states, events: counted, folded, keys: added, now })
  let step = steps.next()
  for (; !step.done; step = steps.next()) await letOthersIn()
  const projected = step.value
  const outcome = await store.projections.commit({
    generation,
    format: runStateFormat,
    from: checkpoint,
    revision,
    to,
    ...projected,
  })
  if (outcome === 'conflict') return { kind: 'conflict' }
  const enqueued = new Set(projected.messages.map(({ destination }) => destination))
  return { kind: 'committed', checkpoint: to, destinations: [...enqueued] }
}

/**
 * Parses the states of rows. Throws `UnprojectableRuns` if states are damaged. If another version of the software wrote
 * a state, throws an ordinary error, because the run is not at fault.
 */
function readStates(rows: readonly RunRow[]): Map<string, RunState> {
  const states = new Map<string, RunState>()
  const failures = new Map<string, unknown>()
  for (const row of rows) {
    try {
      states.set(row.runId, readState(row))
    } catch (error) {
      if ((row.state as { format?: unknown } | null)?.format !== runStateFormat) throw error
      failures.set(row.runId, error)
    }
  }
  if (failures.size > 0) throw new UnprojectableRuns(failures, rows.length)
  return states
}
