import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type OpenStore, appendTo, testStores, newEvent } from '#tests/db/contract/setup.ts'

export function firstStartContract(open: OpenStore) {
  const { store: openStore } = testStores(open)

  test('finds the first start of a run after other events, not a later one or another run’s', async () => {
    const store = await openStore()
    const runId = randomUUID()
    const start = (hash: string, of = runId) =>
      newEvent({ runId: of, data: { secretHash: hash, entry: '/' } }, 'start')
    await appendTo(store, [
      start('d'.repeat(64), randomUUID()),
      newEvent({ runId }),
      start('a'.repeat(64)),
      start('b'.repeat(64)),
    ])
    expect(await store.log.firstStart(runId)).toMatchObject({
      type: 'start',
      position: 3,
      data: { secretHash: 'a'.repeat(64) },
    })
    expect(await store.log.firstStart(randomUUID())).toBeUndefined()
  })

  test('does not search for a start after the first 1,000 events of a run', async () => {
    const store = await openStore()
    const runId = randomUUID()
    // The test appends `lapsed` events, because their number per run is not limited, unlike that of visitor events.
    const long = Array.from({ length: 999 }, () => newEvent({ runId }, 'lapsed'))
    await appendTo(store, long)
    await appendTo(store, [newEvent({ runId }, 'start')])
    expect(await store.log.firstStart(runId)).toMatchObject({ position: 1000 })
    const other = randomUUID()
    const longer = Array.from({ length: 1000 }, () => newEvent({ runId: other }, 'lapsed'))
    await appendTo(store, longer)
    await appendTo(store, [newEvent({ runId: other }, 'start')])
    expect(await store.log.firstStart(other)).toBeUndefined()
  })
}
