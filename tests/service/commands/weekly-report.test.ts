// @module-tag slow
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lastWholeWeek } from '#domain/weekly-report/schedule.ts'
import { startOfDay } from '#domain/time/berlin-time.ts'
import { storedEvent } from '#tests/build-events.ts'
import { projectedEngines } from '#tests/service/projections/projected-engines.ts'
import type { ProjectedStore } from '#tests/service/projections/projected-store.ts'
import { runCommand } from './run-command.ts'

const day = 24 * 3_600_000

const startAt = (at: number) =>
  storedEvent('start', {
    id: randomUUID(),
    runId: randomUUID(),
    occurredAt: at,
    sentAt: at,
    receivedAt: at,
    at,
  })

describe.each(projectedEngines())('npm run weekly-report on $name', { timeout: 180_000 }, ({ open }) => {
  let projected: ProjectedStore
  let folder: string
  beforeEach(async () => {
    projected = await open()
    folder = await mkdtemp(path.join(tmpdir(), 'weekly-report-'))
  })
  afterEach(async () => {
    await projected.close()
    await rm(folder, { recursive: true, force: true })
  })

  const command = (...args: string[]) => runCommand('weekly-report', args, projected.env)

  test('prints the e-mail about the last whole week, and sends and records nothing', async () => {
    // The command has the clock of this machine.
    const monday = startOfDay(lastWholeWeek(Date.now()).from)
    const [before, within] = [monday - 20 * day, monday + 30 * 3_600_000]
    await projected.append(startAt(before), startAt(within), startAt(within + day))
    await projected.catchUp()
    const head = await projected.store.log.head()
    const { code, output } = await command('--preview')
    expect([code, output]).toEqual([0, expect.stringMatching(/^Wochenbericht: /)])
    expect(output).toContain('2 Anträge wurden begonnen')
    expect(output).toContain('/wochenbericht/abmelden\n')
    const file = path.join(folder, 'report.html')
    expect((await command('--preview', '--html', file)).code).toBe(0)
    expect(await readFile(file, 'utf8')).toMatch(/^<!doctype html>[^]*2 Anträge</)
    const again = await command('--preview', '--html', file)
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('cannot be written')])
    expect(await projected.store.outbox.countByState()).toEqual([])
    expect(await projected.store.log.head()).toBe(head)
  })

  test('refuses other arguments, and says that there is nothing to report', async () => {
    expect(await command()).toEqual({ code: 2, output: expect.stringContaining('--preview is missing') })
    expect((await command('--preview', '--now')).code).toBe(2)
    const empty = await command('--preview')
    expect([empty.code, empty.output]).toEqual([1, expect.stringMatching(/^There are no counted events/)])
  })
})
