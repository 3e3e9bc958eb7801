import { createSingleProcess } from '#db/limits/single-process.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLapser, lapseSilentRuns } from '#service/runs/lapser.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import {
  type ProjectedStore,
  openProjectedStore,
  silent,
  until,
} from '#tests/service/projections/projected-store.ts'

const minute = 60 * 1000
const lapseAfterMs = 30 * minute
let projected: ProjectedStore

beforeEach(async () => {
  projected = await openProjectedStore()
})
afterEach(() => projected.close())

const log = pino({ level: 'silent' })
const lapseAt = async (at: number) =>
  (await lapseSilentRuns({ store: projected.store, now: () => at, lapseAfterMs, log })).lapsed
const types = async () => (await projected.store.log.read(0, 100)).map(({ type }) => type)
const status = async () => (await projected.rows()).runs.map((run) => (run as { status: string }).status)

test('a run lapses once it has been silent for 30 minutes, and only once', async () => {
  await projected.append(storedEvent('start', { at: noon }))
  await projected.catchUp()
  expect(await lapseAt(noon + lapseAfterMs)).toBe(0)
  expect(await lapseAt(noon + lapseAfterMs + 1)).toBe(1)
  // The projections have not processed the `lapsed` event yet, so they still list the run as silent. Nevertheless, it
  // must not lapse again.
  expect(await lapseAt(noon + lapseAfterMs + 2)).toBe(0)
  await projected.catchUp()
  expect(await lapseAt(noon + 60 * minute)).toBe(0)
  expect(await types()).toEqual(['start', 'lapsed'])
  expect(await status()).toEqual(['abandoned'])
})

test('two services lapse a silent run once', async () => {
  await projected.append(storedEvent('start', { at: noon }))
  await projected.catchUp()
  const at = noon + 31 * minute
  const lapsed = await Promise.all([lapseAt(at), lapseAt(at)])
  expect(lapsed.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await types()).toEqual(['start', 'lapsed'])
})

test('a continued run is open again, and lapses again', async () => {
  await projected.append(storedEvent('start', { at: noon }))
  await projected.catchUp()
  await lapseAt(noon + 31 * minute)
  await projected.append(storedEvent('step', { at: noon + 40 * minute }))
  await projected.catchUp()
  expect(await status()).toEqual(['open'])
  expect(await lapseAt(noon + 69 * minute)).toBe(0)
  expect(await lapseAt(noon + 71 * minute)).toBe(1)
  await projected.catchUp()
  expect(await status()).toEqual(['abandoned'])
})

test('a completed run never lapses', async () => {
  await projected.append(storedEvent('complete', { at: noon }), storedEvent('abandon', { at: noon + minute }))
  await projected.catchUp()
  expect(await lapseAt(noon + 1000 * minute)).toBe(0)
  expect(await status()).toEqual(['completed'])
})

test('a run continued by events not projected yet does not lapse', async () => {
  await projected.append(storedEvent('start', { at: noon }))
  await projected.catchUp()
  await projected.append(storedEvent('step', { at: noon + 30 * minute }))
  expect(await lapseAt(noon + 31 * minute)).toBe(0)
})

test('the lapser runs in the background and calls onLapsed after an append', async () => {
  await projected.append(storedEvent('start', { at: noon }))
  await projected.catchUp()
  let called = 0
  const lapser = createLapser({
    store: projected.store,
    now: () => noon + 31 * minute,
    log: silent,
    lapseAfterMs,
    onLapsed: () => void called++,
    everyMs: 1,
    replicas: createSingleProcess(),
  })
  await until('lapsed', () => called === 1)
  await lapser.stop()
  expect(await types()).toEqual(['start', 'lapsed'])
})
