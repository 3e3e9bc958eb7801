import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createSingleProcess } from '#db/limits/single-process.ts'
import { openPostgresStore } from '#db/postgres/open.ts'
import { startPartitionUpkeep } from '#service/operations/keep-partitions.ts'
import { envelope, wireEvent } from '#tests/build-events.ts'
import { usePartitionsOf } from '#tests/db/postgres/partitions/small-partitions.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { openTestService, testToken } from '#tests/service/harness.ts'

const databases = postgresDatabases()
const rangePositions = 3

async function openSmall() {
  const url = await databases.url()
  await usePartitionsOf(url, rangePositions)
  const service = await openTestService({
    openStore: (piiKey) => openPostgresStore({ url, piiKey, supervise: false, rangePositions }),
  })
  onTestFinished(() => service.close())
  const positionsLeft = async () => {
    const headers = { authorization: `Bearer ${testToken}` }
    const text = await (await service.app.request('/metrics', { headers })).text()
    return Number(/^formlotse_log_positions_left (\d+)$/m.exec(text)?.[1])
  }
  return { ...service, positionsLeft }
}

test('events are refused while the log has no partition for them, and stored when the upkeep has added one', async () => {
  const { post, lines, positionsLeft, store } = await openSmall()
  expect(await positionsLeft()).toBe(3)
  const body = envelope(Array.from({ length: 4 }, () => wireEvent('step')))
  const refused = await post(body)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(lines.join('')).toContain('the log has no partition for the next positions yet')

  const upkeep = startPartitionUpkeep({
    partitions: store.partitions!,
    replicas: createSingleProcess(),
    now: Date.now,
    log: pino({ level: 'silent' }),
  })
  onTestFinished(() => upkeep.stop())
  await expect.poll(positionsLeft).toBe(6)
  expect((await post(body)).body.results.map(({ status }) => status)).toEqual(
    Array.from({ length: 4 }, () => 'stored'),
  )
  expect(await positionsLeft()).toBe(2)
})
