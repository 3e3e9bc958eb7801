import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OperationalEventType } from '#domain/operations/operational-event.ts'
import { recordInterruptions } from '#service/operations/recorder.ts'
import { recordRelease } from '#service/operations/record-release.ts'
import { rebuildProjections } from '#service/projections/rebuild.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { type ProjectedStore, openProjectedStore } from '#tests/service/projections/projected-store.ts'

let projected: ProjectedStore
beforeEach(async () => {
  projected = await openProjectedStore()
})
afterEach(() => projected.close())

const types: OperationalEventType[] = ['released', 'receiver_stopped', 'receiver_resumed']
const recorded = async () =>
  (await projected.store.operations.read({ types, limit: 100 })).map(({ type, data }) => [type, data])

describe('a release', () => {
  test('is recorded at the first start of a version, also when an earlier one returns', async () => {
    const { operations } = projected.store
    for (const version of ['1', '1', '2', '2', '1', '1'])
      expect(await recordRelease(operations, version)).toBe(true)
    expect(await recorded()).toEqual([
      ['released', { version: '1', isFirst: true }],
      ['released', { version: '2' }],
      ['released', { version: '1' }],
    ])
  })

  test('is recorded once by replicas that start together', async () => {
    const { operations } = projected.store
    await recordRelease(operations, '1')
    await Promise.all(Array.from({ length: 5 }, () => recordRelease(operations, '2')))
    expect(await recorded()).toEqual([
      ['released', { version: '1', isFirst: true }],
      ['released', { version: '2' }],
    ])
  })
})

describe('an interruption of a destination', () => {
  test('is recorded with its beginning and its end', async () => {
    const { store } = projected
    await store.outbox.stop('webhook', 'gone', noon)
    expect(await recordInterruptions(store)).toBe(1)
    expect(await recordInterruptions(store)).toBe(0)
    await store.outbox.resume('webhook')
    expect(await recordInterruptions(store)).toBe(1)
    expect(await recordInterruptions(store)).toBe(0)
    const data = { destination: 'webhook', stoppedAt: noon }
    expect(await recorded()).toEqual([
      ['receiver_stopped', data],
      ['receiver_resumed', data],
    ])
  })
})

/** Fills the log so that operational events are at its beginning, in its middle and at its end. */
async function fillLog() {
  const { store } = projected
  for (const version of ['1', '2']) await recordRelease(store.operations, version)
  await projected.append(storedEvent('start'), storedEvent('step'))
  await recordRelease(store.operations, '3')
  await projected.append(storedEvent('step'))
  for (const version of ['4', '5']) await recordRelease(store.operations, version)
  expect(await store.log.head()).toBe(8)
}

describe('projections', () => {
  test.each([1, 2, 100])('pass operational events in batches of %i', async (size) => {
    await fillLog()
    await projected.catchUp(size)
    const { store } = projected
    expect(await store.projections.live()).toMatchObject({ checkpoint: 8 })
    const { runs } = await projected.rows()
    expect(runs).toHaveLength(1)
  })

  test.each([1, 2, 100])('are rebuilt up to the live checkpoint in batches of %i', async (batchSize) => {
    await fillLog()
    await projected.catchUp(2)
    const before = await projected.rows()
    const { store } = projected
    const { checkpoint } = await rebuildProjections({ store, now: () => noon, batchSize })
    expect(checkpoint).toBe(8)
    expect(await projected.rows()).toEqual(before)
  })

  test('are rebuilt up to an operational event that is not the last one', async () => {
    await fillLog()
    const { store } = projected
    await projected.catchUp(2)
    await recordRelease(store.operations, '6')
    await projected.append(storedEvent('step'))
    expect(await rebuildProjections({ store, now: () => noon })).toMatchObject({ checkpoint: 8 })
    await projected.catchUp()
    expect(await store.projections.live()).toMatchObject({ checkpoint: 10 })
  })
})
