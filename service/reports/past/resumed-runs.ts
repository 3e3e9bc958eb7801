import type { CountedRun, OrderRow } from '#db/ports/projection-store.ts'
import type { Store } from '#db/ports/store.ts'
import { type RunShare, runShares } from '#domain/runs/run-credits.ts'
import { orderRow, runRow } from '#service/projections/rows.ts'
import { createQueue } from './create-queue.ts'
import { type FoldStore, foldRuns } from './fold-runs.ts'

export interface ResumedRunsStore extends FoldStore {
  projections: Pick<Store['projections'], 'keys' | 'archivedStates' | 'resumedRuns'>
}

/** A run that has had events since a past position, as it was counted at that position. */
export interface PastRun extends Omit<CountedRun, 'state'> {
  shares: readonly RunShare[]
  /** The run's order at that position; null if it had none. */
  order: OrderRow | null
  /** Time of the payment at that position, in ms since the epoch; null if it was not paid. */
  paidAt: number | null
  /** Position of the run's first event after the past position. */
  resumedAt: number
}

/**
 * Collects the resumed runs: those that existed at a past position and have had events since. Their states are computed
 * as of that position. Further events in the log only add runs; they never change a run that is already collected.
 */
export class ResumedRuns {
  readonly asOf: number
  /** Last position of the log that was examined for resumed runs. */
  position: number
  readonly #store: ResumedRunsStore
  readonly #chunkSize: number
  readonly #runs: PastRun[] = []
  readonly #enqueue = createQueue()

  /** `chunkSize` is the number of positions examined at once. */
  constructor(store: ResumedRunsStore, asOf: number, chunkSize = 5000) {
    this.#store = store
    this.#chunkSize = chunkSize
    this.asOf = asOf
    this.position = asOf
  }

  /** Returns the runs that were resumed up to a position. The position must not be after the live checkpoint. */
  async upTo(position: number): Promise<readonly PastRun[]> {
    while (this.position < position) await this.readChunk(position)
    return this.#runs.filter(({ resumedAt }) => resumedAt <= position)
  }

  /** Examines the next chunk of positions. The chunk ends at `position` at the latest. */
  readChunk(position: number): Promise<void> {
    return this.#enqueue(() => this.#read(Math.min(this.position + this.#chunkSize, position)))
  }

  async #read(upTo: number): Promise<void> {
    const { asOf } = this
    if (upTo <= this.position) return
    const found = await this.#store.projections.resumedRuns({ asOf, after: this.position, upTo })
    const resumedAt = new Map(found.map((run) => [run.runId, run.resumedAt]))
    const runs: PastRun[] = []
    for await (const state of foldRuns(this.#store, [...resumedAt.keys()], asOf)) {
      const { state: _state, ...row } = runRow(state)
      runs.push({
        ...row,
        shares: runShares(state),
        order: orderRow(state) ?? null,
        paidAt: state.paidAt,
        resumedAt: resumedAt.get(row.runId)!,
      })
    }
    // The runs are added only when all of them have been read. After a failure, the whole chunk is read again.
    this.#runs.push(...runs)
    this.position = upTo
  }
}
