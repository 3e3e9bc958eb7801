// @module-tag slow
import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import { ArchiveUnreadable } from '#service/archive/range-file.ts'
import { readEvents } from '#service/archive/read-range.ts'
import { rebuildProjections } from '#service/projections/rebuild.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { projectedEngines } from '#tests/service/projections/projected-engines.ts'
import { archivedStore } from './archived-store.ts'
import { archiveAll, fillWorld, later, uuidOf } from './old-world.ts'

describe.each(projectedEngines())('archiving the log on $name', { timeout: 120_000 }, ({ open }) => {
  const opened = archivedStore(open)
  const { rebuild, rowsText } = opened

  test('leaves all rows as they are, and a rebuild gives the same ones, for any batches', async () => {
    const { projected, folder } = opened
    const { store } = projected
    await fillWorld(projected, [1, 2])
    const live = await rowsText()
    const log = await readAll(store)
    const { results, end } = await archiveAll(store, folder)
    expect(results.length).toBeGreaterThan(5)
    expect(end.kind).toBe('head')
    expect(await rowsText()).toBe(live)
    const stays = await readAll(store)
    expect(stays.length).toBeLessThan(log.length - 20)
    expect(stays.length).toBeGreaterThan(log.length / 2)
    expect(log).toEqual(expect.arrayContaining(stays))
    for (const batchSize of [1000, 7]) {
      await rebuild(batchSize)
      expect(await rowsText()).toBe(live)
    }
  })

  test('writes the whole range to a private file with a header', async () => {
    const { projected, folder } = opened
    const { store } = projected
    await fillWorld(projected, [4])
    const log = await readAll(store)
    const [first] = (await archiveAll(store, folder)).results
    const names = (await readdir(folder)).toSorted()
    expect(names[0]).toBe('log-1-50.jsonl.gz')
    expect(names.some((name) => name.endsWith('.partial'))).toBe(false)
    const file = path.join(folder, 'log-1-50.jsonl.gz')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const [header, ...lines] = gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n')
    expect(JSON.parse(header!)).toEqual({
      format: 'formlotse-log',
      version: 1,
      after: 0,
      upTo: 50,
      events: 50,
    })
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(log.slice(0, 50))
    expect(first!.range).toMatchObject({ after: 0, upTo: 50, events: 50, bytes: (await stat(file)).size })
  })

  test('archives only ranges that are old enough and projected', async () => {
    const { projected, folder } = opened
    const { store, append, catchUp } = projected
    expect((await archiveAll(store, folder)).end).toEqual({ kind: 'head', after: 0, head: 0 })
    await append(...Array.from({ length: 60 }, (_, index) => step(`young ${index}`, index)))
    await catchUp(20)
    const { results, end } = await archiveAll(store, folder, noon + 89 * 24 * 3_600_000)
    expect(results).toEqual([])
    expect(end).toMatchObject({ kind: 'young', range: { after: 0, upTo: 50 } })
    await append(...Array.from({ length: 60 }, (_, index) => step(`more ${index}`, index)))
    const unprojected = await archiveAll(store, folder)
    expect(unprojected.results).toHaveLength(1)
    expect(unprojected.end).toMatchObject({ kind: 'unprojected', checkpoint: 60 })
  })

  test('a late event of an archived run is counted like in a rebuild', async () => {
    const { projected, folder } = opened
    const { store, append, catchUp } = projected
    await fillWorld(projected, [5, 6])
    const before = await projected.rows()
    await archiveAll(store, folder)
    const archived = await store.archive.runsAmong(before.runs.map((run) => (run as { runId: string }).runId))
    expect(archived.length).toBeGreaterThan(3)
    const [ordered, stepped] = archived
    await append(step(`late step`, 5, stepped))
    await append(
      storedEvent('complete', { id: uuidOf('late order'), runId: ordered!, at: noon + 50 * 3_600_000 }),
    )
    await catchUp(7, ['webhook', 'documents'])
    const live = await rowsText()
    expect(live).not.toBe(JSON.stringify(before))
    for (const batchSize of [1000, 7]) {
      await rebuild(batchSize)
      expect(await rowsText()).toBe(live)
      const late = await store.projections.archivedStates(archived)
      expect(new Set(late.map(({ runId }) => runId))).toEqual(new Set([ordered, stepped]))
    }
  })

  test('a rebuild that is overtaken by the archive continues with the files', async () => {
    const { projected, folder } = opened
    const { store } = projected
    await fillWorld(projected, [7, 8])
    const live = await rowsText()
    let archiving: Promise<unknown> | undefined
    let archivedBefore = 0
    await rebuildProjections({
      store: {
        ...store,
        log: {
          ...store.log,
          // The archive removes events after the rebuild has decided to read them from the log.
          read: async (after, limit) => {
            if (after > 20 && !archiving) await (archiving = archiveAll(store, folder))
            archivedBefore = after
            return store.log.read(after, limit)
          },
        },
      },
      archiveFolder: folder,
      now: () => later,
      batchSize: 10,
    })
    expect(archivedBefore).toBeGreaterThan(20)
    expect(await store.archive.end()).toBeGreaterThan(20)
    expect(await rowsText()).toBe(live)
  })

  describe('refuses a rebuild and changes nothing', () => {
    const damages: [string, (file: string) => Promise<unknown>, RegExp][] = [
      ['a missing file', (file) => rm(file), /is missing/],
      [
        'a truncated file',
        async (file) => writeFile(file, (await readFile(file)).subarray(0, -20)),
        /bytes instead of/,
      ],
      [
        'a damaged file',
        async (file) => {
          const bytes = await readFile(file)
          bytes[Math.floor(bytes.length / 2)]! ^= 1
          await writeFile(file, bytes)
        },
        /is damaged: its SHA-256/,
      ],
      ['an empty file', (file) => writeFile(file, ''), /has 0 bytes/],
    ]
    test.each(damages)('with %s', async (_, damage, message) => {
      const { projected, folder } = opened
      const { store } = projected
      await fillWorld(projected, [9])
      const live = await rowsText()
      await archiveAll(store, folder)
      const file = path.join(folder, 'log-51-100.jsonl.gz')
      const whole = await readFile(file)
      await damage(file)
      const generations = await store.projections.generations()
      const failed = rebuild()
      await expect(failed).rejects.toThrow(ArchiveUnreadable)
      await expect(failed).rejects.toThrow(message)
      await expect(failed).rejects.toThrow(`The file log-51-100.jsonl.gz in the folder ${folder} `)
      expect(await store.projections.generations()).toEqual(generations)
      expect(await rowsText()).toBe(live)
      await writeFile(file, whole, { mode: 0o600 })
      await rebuild()
      expect(await rowsText()).toBe(live)
    })
  })

  test.each([
    ['disappears', (file: string) => rm(file)],
    ['is cut off', async (file: string) => writeFile(file, (await readFile(file)).subarray(0, -20))],
  ])('a rebuild stops when a file %s that was whole at its start', async (_, damage) => {
    const { projected, folder } = opened
    const { store } = projected
    await fillWorld(projected, [9])
    const live = await rowsText()
    await archiveAll(store, folder)
    const damaging: Store = {
      ...store,
      log: {
        ...store.log,
        read: async (after, limit) => {
          if (after === 20) await damage(path.join(folder, 'log-51-100.jsonl.gz'))
          return store.log.read(after, limit)
        },
      },
    }
    await expect(
      rebuildProjections({ store: damaging, archiveFolder: folder, now: () => later, batchSize: 20 }),
    ).rejects.toThrow(ArchiveUnreadable)
    expect(await rowsText()).toBe(live)
    expect(await store.exclusions.count(0)).toEqual([])
  })

  test('reading a missing file fails clearly', async () => {
    const { projected, folder } = opened
    const { store } = projected
    await fillWorld(projected, [11])
    await archiveAll(store, folder)
    const [range] = await store.archive.ranges()
    const missing = readEvents(path.join(folder, 'elsewhere'), range!).next()
    await expect(missing).rejects.toThrow('The file log-1-50.jsonl.gz in the folder')
    await expect(missing).rejects.toThrow(ArchiveUnreadable)
  })

  test('removes nothing if the file differs from the log', async () => {
    const { projected, folder } = opened
    const { store } = projected
    await fillWorld(projected, [10])
    const log = await readAll(store)
    let reads = 0
    const forgetful: Store = {
      ...store,
      log: {
        ...store.log,
        read: async (after, limit) => {
          const [first, ...rest] = await store.log.read(after, limit)
          return (reads += 1) > 1 ? [first!, ...rest] : [{ ...first!, step: 4 }, ...rest]
        },
      },
    }
    await expect(archiveAll(forgetful, folder)).rejects.toThrow('differs from the log at position 1')
    expect(await store.archive.ranges()).toEqual([])
    expect(await readAll(store)).toEqual(log)
    expect((await archiveAll(store, folder)).results.length).toBeGreaterThan(0)
  })
})

const step = (name: string, minutes: number, runId = uuidOf(`run of ${name}`)) =>
  storedEvent('step', { id: uuidOf(name), runId, at: noon + minutes * 60_000 })

const readAll = (store: Store) => store.log.read(0, 10_000)
