import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { projectedEngines } from '#tests/service/projections/projected-engines.ts'
import type { ProjectedStore } from '#tests/service/projections/projected-store.ts'
import { archiveAll, fillWorld, randomWorld, rangePositions } from '#tests/service/archive/old-world.ts'
import { runCommand } from './run-command.ts'

/** The ranges of the command are larger than those of the test on SQLite, but PostgreSQL has the partitions of the test. */
const nothing =
  /^Nothing to archive: (the next range, from position 1 on, contains the end of the log, position \d+|the last event of the positions 1 to 50 was received at \S+, less than 400 days ago)\.\n$/

describe.each(projectedEngines())('npm run log:archive on $name', { timeout: 180_000 }, ({ name, open }) => {
  let projected: ProjectedStore
  let folder: string
  beforeEach(async () => {
    projected = await open({ rangePositions })
    folder = await mkdtemp(path.join(tmpdir(), 'log-archive-'))
  })
  afterEach(async () => {
    await projected.close()
    await rm(folder, { recursive: true, force: true })
  })

  const command = (...args: string[]) =>
    runCommand('log-archive', args, { ...projected.env, LOG_ARCHIVE: folder })

  test('explains itself, and refuses wrong arguments', async () => {
    expect(await command('--help')).toMatchObject({
      code: 0,
      output: expect.stringContaining('--older-than'),
    })
    for (const [args, problem] of [
      [['--older-then', '400d'], "Unknown option '--older-then'"],
      [['400d'], "Unexpected argument '400d'"],
      [['--older-than', '89d'], '--older-than is too short: read 89d, allowed: at least 90d.'],
      [
        ['--older-than', 'soon'],
        '--older-than is wrong: read "soon", allowed: a number of days such as 400d.',
      ],
      [['--folder', ''], '--folder is empty.'],
    ] as const) {
      const { code, output } = await command(...args)
      expect(output).toContain(problem)
      expect(output).toContain('npm run log:archive --')
      expect(code).toBe(2)
    }
  })

  // SQLite has ranges of 10,000,000 positions in this command.
  test.runIf(name === 'PostgreSQL')('archives old ranges into the folder that is given', async () => {
    const old = randomWorld(1).map((event) => ({
      ...event,
      receivedAt: event.receivedAt - 1000 * 86_400_000,
    }))
    await projected.append(...old)
    await projected.catchUp()
    const ranges = Math.floor(((await projected.store.log.head()) - 1) / rangePositions)
    const other = path.join(folder, 'other')
    const { code, output } = await command('--folder', other)
    expect(output).toMatch(/^Positions 1 to 50: 50 events written, \d+ events removed from /)
    expect(output).toContain(`file log-1-50.jsonl.gz in ${other}.`)
    expect(output).toContain(
      `Archived ${ranges} ranges. Add ${other} to the backup. No further one: the next range`,
    )
    expect(code).toBe(0)
    expect(ranges).toBeGreaterThan(1)
    expect(await readdir(other)).toHaveLength(ranges)
    expect(await projected.store.archive.ranges()).toHaveLength(ranges)
  })

  test('says that there is nothing to archive, and that the reports of archived files still work', async () => {
    await fillWorld(projected, [1])
    expect(await command()).toMatchObject({
      code: 0,
      output: expect.stringMatching(nothing),
    })
    expect(await readdir(folder)).toEqual([])
    const before = await projected.rows()
    await archiveAll(projected.store, folder)
    const { code, output } = await runCommand('rebuild-projections', [], {
      ...projected.env,
      LOG_ARCHIVE: folder,
    })
    expect(output).toContain('Rebuilt')
    expect(code).toBe(0)
    expect(JSON.stringify(await projected.rows())).toBe(JSON.stringify(before))
    const missing = await runCommand('rebuild-projections', [], projected.env)
    expect(missing.code).toBe(1)
    expect(missing.output).toMatch(/The file log-1-50\.jsonl\.gz in the folder \S+log-archive is missing\./)
    expect(missing.output).not.toContain('    at ')
  })
})
