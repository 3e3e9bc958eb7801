// @module-tag slow
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Store, StoreRefused } from '#db/ports/store.ts'
import { projectedEngines } from '#tests/service/projections/projected-engines.ts'
import { archivedStore } from './archived-store.ts'
import { archiveAll, endedRun, fillWorld } from './old-world.ts'

describe.each(projectedEngines())('two commands and one range on $name', { timeout: 120_000 }, ({ open }) => {
  const opened = archivedStore(open)
  const { rebuild, rowsText } = opened

  test('keep it if one writes while the other removes events', async () => {
    const { projected, folder } = opened
    const { store } = projected
    await projected.append(...Array.from({ length: 20 }, (_, index) => endedRun(`ended ${index}`)).flat())
    await fillWorld(projected, [12])
    const live = await rowsText()
    let other: Promise<unknown> | undefined
    const slow: Store = {
      ...store,
      log: {
        ...store.log,
        read: async (after, limit) => {
          await (other ??= archiveAll(store, folder))
          return store.log.read(after, limit)
        },
      },
    }
    const refused = archiveAll(slow, folder)
    await expect(refused).rejects.toThrow('another command has archived the positions 1 to 50 meanwhile')
    await expect(refused).rejects.toThrow(StoreRefused)
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([])
    await rebuild()
    expect(await rowsText()).toBe(live)
  })

  test('keep it if both have written it', async () => {
    const { projected, folder } = opened
    const { store } = projected
    await fillWorld(projected, [13])
    const live = await rowsText()
    let other: ReturnType<typeof archiveAll> | undefined
    const slow: Store = {
      ...store,
      archive: {
        ...store.archive,
        archive: async (range, options) => {
          await (other ??= archiveAll(store, folder))
          return store.archive.archive(range, options)
        },
      },
    }
    const { results, end } = await archiveAll(slow, folder)
    expect(results.map(({ removed }) => removed)).toEqual([0])
    expect((await other)!.results.length).toBeGreaterThan(1)
    expect(end.kind).toBe('head')
    await rebuild()
    expect(await rowsText()).toBe(live)
  })

  test('do not replace the file of another database', async () => {
    const { projected, folder } = opened
    const { store } = projected
    await fillWorld(projected, [14])
    await mkdir(folder)
    const file = path.join(folder, 'log-1-50.jsonl.gz')
    await writeFile(file, 'another database')
    await expect(archiveAll(store, folder)).rejects.toThrow('already contains another file log-1-50.jsonl.gz')
    expect(await readFile(file, 'utf8')).toBe('another database')
    expect(await store.archive.ranges()).toEqual([])
  })
})
