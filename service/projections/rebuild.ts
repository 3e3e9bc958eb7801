import type { Store } from '#db/ports/store.ts'
import { archivedLog, verifyArchive } from '#service/archive/archived-log.ts'
import type { GenerationCheckpoint } from './project-next.ts'
import { type ProjectorSettings, createProjector } from './projector.ts'

export interface RebuildSettings extends Pick<ProjectorSettings, 'onExcluded'> {
  store: Pick<Store, 'log' | 'projections' | 'exclusions' | 'archive'>
  /** Folder of the archived ranges of the log. Required only if there are such ranges. */
  archiveFolder?: string
  now: () => number
  batchSize?: number
  /** Called after each batch. */
  onProgress?: (progress: { checkpoint: number; target: number }) => void
}

/**
 * Fills a new generation of projections from the log and switches to it when it has caught up with the live generation.
 * Reports read the live generation until the switch. The rebuild never passes the live checkpoint: only the live runner
 * enqueues messages, so it must be the first to process an event. Events that are no longer in the log are read from their
 * files. Returns the new generation and its checkpoint. Throws `ArchiveUnreadable` if a file is missing or damaged; the
 * live generation stays live.
 */
export async function rebuildProjections(
  settings: RebuildSettings,
): Promise<Omit<GenerationCheckpoint, 'revision'>> {
  const { store, archiveFolder = '' } = settings
  await verifyArchive(store.archive, archiveFolder)
  await using log = archivedLog(store, archiveFolder)
  return fillGeneration({ ...settings, store: { ...store, log } })
}

async function fillGeneration({
  store,
  now,
  batchSize = 1000,
  onProgress,
  onExcluded,
}: RebuildSettings): Promise<Omit<GenerationCheckpoint, 'revision'>> {
  const projector = createProjector({ store, ...(onExcluded && { onExcluded }) })
  const generation = await store.projections.begin()
  let place = await readCheckpoint(store, generation)
  for (;;) {
    const { checkpoint: target } = await store.projections.live()
    while (place.checkpoint < target) {
      const progress = await projector.next(place, { size: batchSize, upTo: target, now: now() })
      if (progress.kind === 'idle')
        throw new Error(
          `The log ends at position ${place.checkpoint}, but the projections are at position ${target}. Is it the same database?`,
        )
      if (progress.kind === 'conflict') place = await readCheckpoint(store, generation)
      else place = { ...place, checkpoint: progress.checkpoint }
      onProgress?.({ checkpoint: place.checkpoint, target })
    }
    if (await store.projections.switchTo(generation)) return { generation, checkpoint: place.checkpoint }
  }
}

/**
 * Reads the checkpoint and revision of the generation that is being built. The revision changes if a run is excluded or
 * included during the rebuild.
 */
async function readCheckpoint(
  { projections }: Pick<Store, 'projections'>,
  generation: number,
): Promise<GenerationCheckpoint> {
  const found = (await projections.generations()).find(
    (one) => one.generation === generation && one.state === 'building',
  )
  if (!found) throw new Error('Another rebuild took over: only one can run at a time.')
  return found
}
