import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runStateFormat } from '#domain/runs/run-state.ts'
import { rebuildProjections } from '#service/projections/rebuild.ts'
import { createProjectionRunner } from '#service/projections/runner.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { programAt } from '#tests/speed/program-paths.ts'
import { projectedEngines } from './projected-engines.ts'
import { type ProjectedStore, silent, until } from './projected-store.ts'
import { deliveredEvents } from './random-runs.ts'

const now = () => noon
let projected: ProjectedStore

/**
 * Returns the events of random runs for a seed. All ids contain the seed, so samples with different seeds share no ids.
 */
function sample(seed: number) {
  return fc
    .sample(deliveredEvents, { numRuns: 30, seed })
    .flat()
    .map((event) => ({ ...event, id: `${seed}-${event.id}-${event.runId}`, runId: `${seed}-${event.runId}` }))
    .filter((event, index, all) => all.findIndex(({ id }) => id === event.id) === index)
}

describe.each(projectedEngines())('a rebuild on $name', ({ open }) => {
  beforeEach(async () => {
    projected = await open()
  })
  afterEach(() => projected.close())

  test('gives the same rows as the live projections, for any batches', async () => {
    const { store, append, catchUp, rows } = projected
    for (const seed of [1, 2, 3]) {
      await append(...sample(seed))
      await catchUp(7)
    }
    const live = await rows()
    expect(live.runs.length).toBeGreaterThan(5)
    expect(live.orders.length).toBeGreaterThan(2)
    for (const batchSize of [1000, 3]) {
      const before = await store.projections.live()
      const after = await rebuildProjections({ store, now, batchSize })
      expect(await store.projections.live()).toEqual({ ...after, format: runStateFormat, revision: 0 })
      expect(after.generation).not.toBe(before.generation)
      expect(JSON.stringify(await rows())).toBe(JSON.stringify(live))
    }
  })

  test('does not change the live rows until it has caught up', async () => {
    const { store, append, catchUp, rows } = projected
    await append(...sample(1))
    await catchUp()
    const live = await rows()
    const { generation } = await store.projections.live()
    const isLive = async () => (await store.projections.live()).generation === generation
    // These reads of the old rows run while the rebuild continues. A read that ends after the switch to the new rows is
    // ignored, because the old rows may have been removed by then.
    const look = async () => ({ rowsThen: await store.projections.dump(generation), inTime: await isLive() })
    const looks: ReturnType<typeof look>[] = []
    await rebuildProjections({ store, now, batchSize: 10, onProgress: () => void looks.push(look()) })
    expect(looks.length).toBeGreaterThan(2)
    const seen = (await Promise.all(looks)).filter(({ inTime }) => inTime)
    expect(seen.length).toBeGreaterThan(0)
    for (const { rowsThen } of seen) expect(rowsThen).toEqual(live)
  })

  test('enqueues no messages and stops at the live checkpoint, because the runner enqueues those of later events', async () => {
    const { store, append, catchUp } = projected
    await append(storedEvent('start'), storedEvent('step'))
    await catchUp(10, ['webhook'])
    await append(storedEvent('step', { step: 2 }))
    expect(await rebuildProjections({ store, now })).toMatchObject({ checkpoint: 2 })
    expect(await store.outbox.list({ limit: 10 })).toHaveLength(2)
    await catchUp(10, ['webhook'])
    const pending = await store.outbox.list({ limit: 10 })
    expect(pending.map(({ position, sequence }) => [position, sequence])).toEqual([
      [3, 3],
      [2, 2],
      [1, 1],
    ])
  })

  test('switches while a runner is active and events arrive, and the runner continues', async () => {
    const { store, append, catchUp, rows } = projected
    await append(...sample(1))
    await catchUp()
    const runner = createProjectionRunner({
      store,
      now,
      log: silent,
      destinations: ['webhook'],
      pollMs: 1,
      batchSize: 5,
    })
    const arrive = (async () => {
      for (const event of sample(2)) await append(event)
    })()
    const { generation } = await rebuildProjections({ store, now, batchSize: 4 })
    await arrive
    await runner.stop()
    await catchUp(5, ['webhook'])
    expect(await store.projections.live()).toMatchObject({ generation, checkpoint: await store.log.head() })
    const live = await rows()
    await rebuildProjections({ store, now })
    expect(await rows()).toEqual(live)
    const forwarded = (await store.log.read(sample(1).length, 1000)).filter(({ type }) =>
      forwardedTypes.has(type),
    )
    const pending = await store.outbox.list({ limit: 1000 })
    expect(pending.map(({ position }) => position).sort((a, b) => a! - b!)).toEqual(
      forwarded.map(({ position }) => position),
    )
  })

  test('stops if another rebuild has taken over', async () => {
    const { store, append, catchUp } = projected
    await append(...sample(1))
    await catchUp()
    let other: Promise<unknown> | undefined
    const onProgress = () => {
      other ??= store.projections.begin()
    }
    await expect(rebuildProjections({ store, now, batchSize: 1, onProgress })).rejects.toThrow(
      'Another rebuild took over: only one can run at a time.',
    )
    await other
  })
})

describe('npm run projections:rebuild', () => {
  const script = programAt('service/commands/rebuild-projections.ts')
  const run = (env: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(process.execPath, [script, ...args], { env: { ...process.env, ...env } })

  test.each(projectedEngines())(
    'rebuilds on $name while a service runs, and reports the result',
    { tags: 'slow' },
    async ({ open }) => {
      projected = await open()
      const { store, append, catchUp, rows, env } = projected
      await append(...sample(1))
      await catchUp()
      const before = await store.projections.live()
      const runner = createProjectionRunner({ store, now, log: silent, pollMs: 5, batchSize: 5 })
      const running = run(env)
      const ended = running.then(
        () => true,
        () => true,
      )
      // The number is bounded, because a slow machine would otherwise project for minutes what arrives meanwhile.
      for (let seed = 2; !(await Promise.race([ended, sleep(5, false)])); seed++)
        if (seed <= 300) await append(...sample(seed))
      const { stdout } = await running
      expect(stdout).toMatch(/live up to position \d+ of \d+\./)
      expect(stdout).toMatch(/Rebuilt \d+ events in [\d.]+ s\. Generation \d+ is live now\./)
      expect((await store.projections.live()).generation).not.toBe(before.generation)
      await until(
        'caught up',
        async () => (await store.projections.live()).checkpoint === (await store.log.head()),
      )
      await runner.stop()
      const live = await rows()
      await rebuildProjections({ store, now })
      expect(await rows()).toEqual(live)
      await projected.close()
    },
  )

  test('reports a missing database and creates none', async () => {
    const missing = path.join(tmpdir(), 'formlotse-that-is-not-there', 'missing.db')
    const failed = run({ DATABASE_URL: `file:${missing}`, DATA_DIR: path.dirname(missing) })
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`There is no database at ${missing} yet.`) as string,
    })
    expect(existsSync(path.dirname(missing))).toBe(false)
  })

  test('accepts no arguments', async () => {
    await expect(run({}, '--now')).rejects.toMatchObject({ code: 2 })
  })
})

const forwardedTypes = new Set([
  'start',
  'step',
  'email',
  'abandon',
  'complete',
  'paid',
  'withdrawal_declared',
  'withdrawal_revoked',
  'withdrawn',
  'erased',
])
