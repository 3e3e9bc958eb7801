// @module-tag slow
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'
import { excludeRun, includeRun } from '#service/projections/exclude-run.ts'
import { rebuildProjections } from '#service/projections/rebuild.ts'
import { createProjectionRunner } from '#service/projections/runner.ts'
import { noon } from '#tests/build-events.ts'
import { projectedEngines } from '#tests/service/projections/projected-engines.ts'
import { type ProjectedStore, until } from '#tests/service/projections/projected-store.ts'
import { archiveAll, fillWorld, later, rangePositions } from './old-world.ts'

let projected: ProjectedStore
let folder: string

/** Runs the live projections until the log of the process contains a text. */
async function runUntilLogged(store: Store, archiveFolder: string, text: string): Promise<string> {
  let logged = ''
  const log = pino({ base: null }, { write: (line) => void (logged += line) })
  const runner = createProjectionRunner({ store, archiveFolder, now: () => later, log, pollMs: 5 })
  await until(`logged: ${text}`, () => logged.includes(text))
  await runner.stop()
  return logged
}

describe.each(projectedEngines())('the live projections of an archived log on $name', ({ open }) => {
  beforeEach(async () => {
    projected = await open({ rangePositions })
    folder = await mkdtemp(path.join(tmpdir(), 'formlotse-live-'))
    await fillWorld(projected, [1, 2])
    await archiveAll(projected.store, folder)
  })
  afterEach(async () => {
    await projected.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('warn at the start if a file is missing, and continue', async () => {
    const { store } = projected
    await rm(path.join(folder, 'log-51-100.jsonl.gz'))
    const logged = await runUntilLogged(store, folder, 'log-51-100.jsonl.gz')
    expect(logged).toContain(
      `a rebuild would fail now. The file log-51-100.jsonl.gz in the folder ${folder} is missing`,
    )
    expect(logged).not.toContain('will be retried')
  })

  test('stop with a clear error if a copy was interrupted before it had projected the archived events', async () => {
    const { store } = projected
    const live = await store.projections.live()
    const end = await store.archive.end()
    const commits: unknown[] = []
    const copied: Store = {
      ...store,
      projections: {
        ...store.projections,
        live: async () => ({ ...live, checkpoint: end - 1 }),
        commit: async (batch) => (commits.push(batch), 'conflict'),
      },
    }
    expect(await runUntilLogged(copied, folder, 'will be retried')).toContain(
      `the projections are at position ${end - 1}, but the log is archived up to ${end}: a copy of the database was interrupted`,
    )
    expect(commits).toEqual([])
  })

  test('exclude an archived run whose row is damaged; it is included again, and a rebuild counts it', async () => {
    const { store, rows } = projected
    const before = await rows()
    const ids = before.runs.map((run) => (run as { runId: string }).runId)
    const [runId] = await store.archive.runsAmong(ids)
    const damaged: Store = {
      ...store,
      projections: {
        ...store.projections,
        runs: async (...args) =>
          (await store.projections.runs(...args)).map((row) => ({
            ...row,
            state: { format: runStateFormat },
          })),
      },
    }
    const exclusion = { runId: runId!, at: noon, by: 'service', reason: 'damaged' } as const
    expect(await excludeRun(damaged, exclusion)).toBe('done')
    expect((await rows()).runs).toHaveLength(ids.length - 1)
    expect(await includeRun(store, runId!, { destinations: ['webhook'], now: noon })).toBe('archived')
    expect(await store.exclusions.find(runId!)).toBeUndefined()
    await rebuildProjections({ store, archiveFolder: folder, now: () => later })
    expect(JSON.stringify(await rows())).toBe(JSON.stringify(before))
  })
})
