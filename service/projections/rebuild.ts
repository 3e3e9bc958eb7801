import type { Store } from '#db/store.ts'
import { type Place, projectNext } from './project-next.ts'

export interface RebuildSettings {
  store: Pick<Store, 'log' | 'projections'>
  now: () => number
  batchSize?: number
  /** Told after each batch. */
  onProgress?: (place: Place & { target: number }) => void
}

/**
 * Fills a new generation from the log beside the live one, and makes it the live one when it has caught up.
 * It never goes beyond the live checkpoint: what lies behind it still owes its deliveries, and only the live
 * runner writes those. Answers the place of the new generation. Reports read the old one until the switch.
 */
export async function rebuildProjections(settings: RebuildSettings): Promise<Place> {
  const { store, now, batchSize = 1000, onProgress } = settings
  const generation = await store.projections.begin()
  let checkpoint = 0
  for (;;) {
    const { checkpoint: target } = await store.projections.live()
    while (checkpoint < target) {
      const progress = await projectNext(
        store,
        { generation, checkpoint },
        { size: batchSize, upTo: target, now: now() },
      )
      if (progress.kind !== 'committed')
        throw new Error(
          progress.kind === 'conflict'
            ? 'Another rebuild took over: only one can run at a time.'
            : `The log ends at position ${checkpoint}, but the projections have seen ${target}. Is it the same database?`,
        )
      checkpoint = progress.checkpoint
      onProgress?.({ generation, checkpoint, target })
    }
    if (await store.projections.switchTo(generation)) return { generation, checkpoint }
  }
}
