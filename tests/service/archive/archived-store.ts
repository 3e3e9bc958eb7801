import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { rebuildProjections } from '#service/projections/rebuild.ts'
import type { OpenProjected, ProjectedStore } from '#tests/service/projections/projected-store.ts'
import { later, rangePositions } from './old-world.ts'

interface ArchivedStore {
  /** The store of the running test. */
  readonly projected: ProjectedStore
  /** The folder of its archived ranges, which does not exist yet. */
  readonly folder: string
  rebuild: (batchSize?: number) => Promise<unknown>
  /** Returns all derived rows as text. */
  rowsText: () => Promise<string>
}

/** Opens a store with small ranges for each test of the current `describe`, and removes it with its archive. */
export function archivedStore(open: (options: OpenProjected) => Promise<ProjectedStore>): ArchivedStore {
  let projected: ProjectedStore
  let folder: string
  beforeEach(async () => {
    projected = await open({ rangePositions })
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'formlotse-archive-')), 'log-archive')
  })
  afterEach(async () => {
    await projected.close()
    await rm(path.dirname(folder), { recursive: true, force: true })
  })
  return {
    get projected() {
      return projected
    },
    get folder() {
      return folder
    },
    rebuild: (batchSize = 1000) =>
      rebuildProjections({ store: projected.store, archiveFolder: folder, now: () => later, batchSize }),
    rowsText: async () => JSON.stringify(await projected.rows()),
  }
}
