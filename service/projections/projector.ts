import { maxReasonLength } from '#db/ports/exclusion-store.ts'
import { type Store, StoreRefused, StoreUnavailable } from '#db/ports/store.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'
import { excludeRun } from './exclude-run.ts'
import { UnprojectableRuns } from './project-batch.ts'
import { type BatchLimits, type GenerationCheckpoint, type Progress, projectNext } from './project-next.ts'

export interface ProjectorSettings {
  store: Pick<Store, 'log' | 'projections' | 'exclusions' | 'archive'>
  /** Called for each run that was excluded. */
  onExcluded?: (run: { runId: string; reason: string }) => void
}

export interface Projector {
  /**
   * Projects the next batch. Returns `conflict` if another process changed the generation, if a run was excluded, or if
   * the batch size was reduced. After a `conflict`, the caller must read the checkpoint again.
   */
  next(place: GenerationCheckpoint, limits: BatchLimits): Promise<Progress>
}

/**
 * Maximum number of runs excluded per hour. If more runs fail, the cause is probably a software defect, so projecting
 * stops.
 */
const maxExcludedPerHour = 50
const hourMs = 3_600_000

/**
 * Projects batches. Excludes a run that cannot be projected, so that it does not block others. The command `npm run
 * runs -- include` includes the run again once the cause is fixed. If most runs of a batch fail, or if the database
 * fails, no single run is the cause, and the error is rethrown.
 */
export function createProjector({ store, onExcluded }: ProjectorSettings): Projector {
  /** Maximum batch size. It is reduced to locate an event that makes the database refuse a commit. */
  let narrowed = Infinity

  async function excludeFailed(failures: ReadonlyMap<string, unknown>, now: number): Promise<void> {
    for (const [runId, cause] of failures) {
      const counts = await store.exclusions.count(now - hourMs)
      const before = counts.find(({ by }) => by === 'service')?.runs ?? 0
      if (before >= maxExcludedPerHour) throw cause
      const reason = describe(cause)
      const done = await excludeRun(store, { runId, at: now, by: 'service', reason })
      if (done === 'done') onExcluded?.({ runId, reason })
    }
  }

  /**
   * Called when the database has refused the rows of a batch. Reduces the batch size to an eighth. If a batch of one
   * event was refused, excludes the run of that event.
   */
  async function narrow(
    place: GenerationCheckpoint,
    { size, now }: BatchLimits,
    cause: unknown,
  ): Promise<void> {
    await commitNothing(place)
    if (size > 1) {
      narrowed = Math.max(1, Math.floor(size / 8))
      return
    }
    const [event] = await store.log.read(place.checkpoint, 1)
    if (!event) throw cause
    await excludeFailed(new Map([[event.runId, cause]]), now)
  }

  /** Makes an empty commit. Throws if the database refuses even that: then no run is the cause of the failure. */
  async function commitNothing({ generation, checkpoint, revision }: GenerationCheckpoint): Promise<void> {
    const nothing = {
      runs: [],
      orders: [],
      days: [],
      dropOff: [],
      attribution: [],
      keys: [],
      holds: [],
      messages: [],
    }
    const at = { from: checkpoint, to: checkpoint, revision }
    await store.projections.commit({ generation, format: runStateFormat, ...at, ...nothing })
  }

  return {
    async next(place, limits) {
      const narrower = { ...limits, size: Math.min(limits.size, narrowed) }
      try {
        const progress = await projectNext(store, place, narrower)
        if (progress.kind === 'committed') narrowed *= 2
        return progress
      } catch (error) {
        if (error instanceof StoreUnavailable || error instanceof StoreRefused) throw error
        if (!(error instanceof UnprojectableRuns)) await narrow(place, narrower, error)
        else if (isDefect(error)) throw error
        else await excludeFailed(error.failures, limits.now)
        return { kind: 'conflict' }
      }
    },
  }
}

/** Returns whether most runs of a batch failed, which indicates a software defect. */
function isDefect({ failures, ofRuns }: UnprojectableRuns): boolean {
  return ofRuns > 2 && failures.size > ofRuns / 2
}

/**
 * Returns the name and message of an error from projecting. Both can be stored: states and events contain no personal
 * data, so the error contains none.
 */
function describe(cause: unknown): string {
  const text = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
  return text.slice(0, maxReasonLength)
}
