import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StoreRefused } from '#db/ports/store.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { createProjector } from '#service/projections/projector.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'
import { evolveRun } from '#domain/runs/evolve-run.ts'
import { rebuildProjections } from '#service/projections/rebuild.ts'
import { runRow } from '#service/projections/rows.ts'
import { createProjectionRunner } from '#service/projections/runner.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { programAt } from '#tests/speed/program-paths.ts'
import { projectedEngines } from './projected-engines.ts'
import { type ProjectedStore, openProjectedStore, silent, until } from './projected-store.ts'
import { deliveredEvents } from './random-runs.ts'

const now = () => noon
let projected: ProjectedStore

const caughtUp = async () =>
  (await projected.store.projections.live()).checkpoint === (await projected.store.log.head())

describe.each(projectedEngines())('on $name', ({ open }) => {
  beforeEach(async () => {
    projected = await open()
  })
  afterEach(() => projected.close())

  test('a runner projects events at once when woken, and calls onMessages for new messages', async () => {
    const { store, append } = projected
    let wakeUps = 0
    const onMessages = () => void wakeUps++
    const runner = createProjectionRunner({
      store,
      now,
      log: silent,
      destinations: ['webhook'],
      onMessages,
      pollMs: 60_000,
    })
    await append(storedEvent('start'), storedEvent('invalid'))
    runner.wake()
    await until('caught up', caughtUp)
    await until('woken for messages', () => wakeUps === 1)
    await append(storedEvent('invalid'))
    runner.wake()
    await until('caught up again', caughtUp)
    await runner.stop()
    expect(wakeUps).toBe(1)
    expect((await projected.rows()).runs).toHaveLength(1)
  })

  test('an event of a newer version stops the projections before it and excludes no run', async () => {
    const { store, append } = projected
    const newer = { ...storedEvent('paid'), type: 'posted' } as unknown as StoredEvent
    await append(storedEvent('start'), storedEvent('invalid'), newer, storedEvent('invalid'))
    const projector = createProjector({ store })
    const next = async () => projector.next(await store.projections.live(), { size: 10, now: noon })
    expect(await next()).toMatchObject({ kind: 'committed', checkpoint: 2 })
    await expect(next()).rejects.toThrow(
      'the event at position 3 has the type "posted", which a newer version of Formlotse has written',
    )
    await expect(next()).rejects.toThrow(StoreRefused)
    expect(await store.exclusions.count(0)).toEqual([])
    expect((await projected.rows()).runs).toMatchObject([{ lastPosition: 2 }])
  })

  test('rows of a newer version are left as they are, and another process may take over', async () => {
    const { store, append } = projected
    await append(storedEvent('start'))
    const place = await store.projections.live()
    const empty = {
      runs: [],
      orders: [],
      days: [],
      dropOff: [],
      attribution: [],
      keys: [],
      messages: [],
      holds: [],
    }
    const newer = { ...place, ...empty, from: 0, to: 1, format: runStateFormat + 1 }
    expect(await store.projections.commit(newer)).toBe('committed')
    const live = await store.projections.live()
    await append(storedEvent('invalid'))
    expect(await createProjector({ store }).next(live, { size: 10, now: noon })).toEqual({ kind: 'conflict' })
    let calls = 0
    const onNewerVersion = () => void calls++
    const runner = createProjectionRunner({ store, now, log: silent, onNewerVersion })
    await until('refused', () => calls > 0)
    await runner.stop()
    expect(await store.projections.live()).toEqual(live)
    expect(await store.exclusions.count(0)).toEqual([])
  })

  test('a runner finds the events of another process by polling', async () => {
    const { store, append } = projected
    const runner = createProjectionRunner({ store, now, log: silent, pollMs: 5 })
    await append(storedEvent('start'))
    await until('caught up', caughtUp)
    await runner.stop()
    expect((await projected.rows()).runs).toHaveLength(1)
  })

  test('a runner waits during a burst, and catches up after it', async () => {
    const { store, append, rows } = projected
    let bursting = true
    const runner = createProjectionRunner({ store, now, log: silent, pollMs: 5, busy: () => bursting })
    await append(storedEvent('start'))
    runner.wake()
    await setTimeout(400)
    expect((await rows()).runs).toEqual([])
    bursting = false
    await until('caught up', caughtUp)
    await runner.stop()
    expect((await rows()).runs).toHaveLength(1)
  })

  test('a runner catches up during an endless burst', async () => {
    const { store, append, rows } = projected
    const runner = createProjectionRunner({
      store,
      now,
      log: silent,
      pollMs: 5,
      busy: () => true,
      maxYieldMs: 300,
    })
    await append(storedEvent('start'))
    await until('caught up', caughtUp)
    await runner.stop()
    expect((await rows()).runs).toHaveLength(1)
  })

  test('two concurrent runners count every event once', async () => {
    const { store, append, rows } = projected
    const events = fc.sample(deliveredEvents, { numRuns: 1, seed: 5 }).flat()
    const runners = [3, 4].map((batchSize) =>
      createProjectionRunner({ store, now, log: silent, destinations: ['webhook'], pollMs: 1, batchSize }),
    )
    for (const event of events) await append(event)
    await until('caught up', caughtUp)
    await Promise.all(runners.map((runner) => runner.stop()))
    const live = await rows()
    await rebuildProjections({ store, now })
    expect(await rows()).toEqual(live)
  })

  test('rows of an older format are rebuilt before new events are projected', async () => {
    const { store, append, rows } = projected
    const events = fc.sample(deliveredEvents, { numRuns: 1, seed: 7 }).flat()
    await append(...events)
    const { generation } = await store.projections.live()
    const old = { ...runRow(evolveRun(undefined, events[0]!)), state: { format: 1 } }
    const nothing = {
      orders: [],
      days: [old.day],
      dropOff: [],
      attribution: [],
      keys: [],
      messages: [],
      holds: [],
    }
    await store.projections.commit({
      ...nothing,
      revision: 0,
      generation,
      format: 1,
      from: 0,
      to: 1,
      runs: [old],
    })
    const runner = createProjectionRunner({ store, now, log: silent, pollMs: 5 })
    await until('caught up', caughtUp)
    await runner.stop()
    const live = await store.projections.live()
    expect(live.format).toBe(runStateFormat)
    expect(live.generation).toBeGreaterThan(generation)
    const upgraded = await rows()
    await rebuildProjections({ store, now })
    expect(await rows()).toEqual(upgraded)
  })

  test('a commit from an outdated checkpoint writes nothing', async () => {
    const { store, append, catchUp, rows } = projected
    await append(storedEvent('start'))
    await catchUp()
    const live = await rows()
    const stale = {
      generation: (await store.projections.live()).generation,
      format: runStateFormat,
      from: 0,
      to: 1,
      revision: 0,
      runs: [],
      orders: [],
      days: ['2026-11-20'],
      dropOff: [
        {
          funnel: 'anmeldung',
          version: 1,
          day: '2026-11-20',
          segment: null,
          family: 'outcome' as const,
          runs: new Map([['stage:0', 1]]),
        },
      ],
      attribution: [],
      keys: [],
      messages: [],
      holds: [],
    }
    expect(await store.projections.commit(stale)).toBe('conflict')
    expect(await rows()).toEqual(live)
  })
})

test('rows and checkpoint are committed atomically, even if the process is killed', async () => {
  const { store, append, rows, file, piiKey, close } = await openProjectedStore()
  const events = Array.from({ length: 1500 }, (_, index) =>
    storedEvent('step', { runId: `run-${index % 40}`, step: 1 + (index % 3) }),
  )
  await append(...events)
  const script = programAt('tests/service/projections/project-until-killed.ts')
  for (const killAfter of [20, 80]) {
    const child = spawn(process.execPath, [script, file, piiKey.toString('hex')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    await setTimeout(killAfter)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const { checkpoint } = await store.projections.live()
    expect(checkpoint).toBeGreaterThan(0)
    const live = await rows()
    await rebuildProjections({ store, now })
    expect(await rows()).toEqual(live)
  }
  expect((await store.projections.live()).checkpoint).toBeLessThan(events.length)
  await close()
})
