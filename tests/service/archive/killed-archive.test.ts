// @module-tag slow
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NewEvent } from '#db/ports/event-log.ts'
import { rebuildProjections } from '#service/projections/rebuild.ts'
import { openProjectedStore } from '#tests/service/projections/projected-store.ts'
import { programAt } from '#tests/speed/program-paths.ts'
import { archiveAll, endedRun, later } from './old-world.ts'

const execute = promisify(execFile)

/** So many positions per range that a removal takes several steps. */
const rangePositions = 1500

let projected: Awaited<ReturnType<typeof openProjectedStore>>
let folder: string

beforeEach(async () => {
  projected = await openProjectedStore({ rangePositions })
  folder = await mkdtemp(path.join(tmpdir(), 'formlotse-archive-'))
})
afterEach(async () => {
  await projected.close()
  await rm(folder, { recursive: true, force: true })
})

/** Archives in another process, which is killed at a stage. */
async function killAt(stage: string, position: number): Promise<void> {
  const { file, piiKey } = projected
  const args = [file, piiKey.toString('hex'), folder, String(rangePositions), stage, String(position)]
  const child = execute(process.execPath, [
    programAt('tests/service/archive/archive-until-killed.ts'),
    ...args,
  ])
  await expect(child).rejects.toMatchObject({ signal: 'SIGKILL' })
}

const stages = [
  { stage: 'writing', position: 1000, files: ['log-1-1500.jsonl.gz.partial'], ranges: 0 },
  { stage: 'comparing', position: 1, files: ['log-1-1500.jsonl.gz.partial'], ranges: 0 },
  { stage: 'removing', position: 400, files: ['log-1-1500.jsonl.gz'], ranges: 1 },
]

test.each(stages)(
  'a process killed while $stage loses nothing, and the next command completes the work',
  { timeout: 180_000 },
  async ({ stage, position, files, ranges }) => {
    const { store, append, catchUp, rows } = projected
    const events = Array.from({ length: 700 }, (_, index) => endedRun(`run ${index}`)).flat()
    for (let at = 0; at < events.length; at += 500) await append(...events.slice(at, at + 500))
    await catchUp(500)
    const live = JSON.stringify(await rows())
    await killAt(stage, position)
    const names = await readdir(folder)
    // The names of incomplete files contain a random UUID.
    expect(names.map((name) => name.replace(/\.[0-9a-f-]{36}\.partial$/, '.partial'))).toEqual(files)
    const recorded = await store.archive.ranges()
    expect(recorded.map(({ isRemoved }) => isRemoved)).toEqual(Array.from({ length: ranges }, () => false))
    const remaining = (await store.log.read(0, 10_000)).length
    if (ranges > 0) expect(remaining).toBeLessThan(events.length)
    else expect(remaining).toBe(events.length)
    const rebuild = () => rebuildProjections({ store, archiveFolder: folder, now: () => later })
    await rebuild()
    expect(JSON.stringify(await rows())).toBe(live)

    const { results } = await archiveAll(store, folder)
    expect(results.map(({ resumed }) => resumed)).toEqual([ranges > 0])
    expect(await store.archive.ranges()).toMatchObject([{ upTo: rangePositions, isRemoved: true }])
    expect((await store.log.read(0, 10_000)).length).toBe(events.length - rangePositions)
    await rebuild()
    expect(JSON.stringify(await rows())).toBe(live)
    const repeats = await store.log.append({
      events: events.map(({ position: _position, ...event }) => event as NewEvent),
    })
    expect(repeats).toEqual(events.map((_, index) => ({ status: 'duplicate', position: index + 1 })))
  },
)
