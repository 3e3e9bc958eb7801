import { expect, test } from 'vitest'
import type { Store } from '#db/store.ts'
import { noon } from '#tests/build-events.ts'
import { appendTo, newEvent, projectionCommit, second } from '../contract/setup.ts'
import { temporaryStores } from './temporary-folder.ts'

const { open } = temporaryStores()
const [endpoint, runId, leaseMs] = ['webhook', 'run-1', 25 * second]

const begin = (store: Store) =>
  store.deliveries.beginAttempt({ endpoint, runId, now: noon, leaseMs, stepAsideMs: 0 })
const claim = async (store: Store) =>
  (await store.queue.claim('deliveries', noon, leaseMs, 9)).map(({ key }) => key)

test('a service that starts frees what the one before was in the middle of; a command-line tool does not', async () => {
  const before = await open({ exclusive: true })
  await appendTo(before, [newEvent({ runId })])
  const delivery = { endpoint, position: 1, runId, eventType: 'step', sequence: 1, webhookId: 'msg_1' }
  const jobs = [{ queue: 'deliveries', key: runId, runAt: noon }]
  await before.projections.commit(projectionCommit({ deliveries: [delivery], jobs }))
  expect(await claim(before)).toEqual([runId])
  expect(await begin(before)).toMatchObject({ kind: 'attempt' })

  const tool = await open()
  expect(await begin(tool)).toEqual({ kind: 'wait', until: noon + leaseMs })
  expect(await claim(tool)).toEqual([])
  await before.close()

  const next = await open({ exclusive: true })
  expect(await claim(next)).toEqual([runId])
  expect(await begin(next)).toMatchObject({ kind: 'attempt', delivery: { position: 1 } })
})
