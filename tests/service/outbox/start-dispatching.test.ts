import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createSingleProcess } from '#db/limits/single-process.ts'
import type { Destination } from '#service/outbox/destination.ts'
import { startDispatching } from '#service/outbox/start-dispatching.ts'
import { silent, until } from '#tests/service/projections/projected-store.ts'
import { openForwarding, useStore } from './open-outbox.ts'

useStore()

const letters: Destination<unknown> = {
  name: 'letters',
  label: 'letter',
  schedule: [0],
  timeoutMs: 1000,
  concurrency: 1,
  prepare: async () => ({ kind: 'discarded', reason: 'not sent in this test' }),
  send: async () => ({ code: 'delivered', status: null, error: null, retryAfter: null }),
}

test('other processes are woken only for messages that this one does not deliver', async () => {
  const { store } = await openForwarding()
  const replicas = createSingleProcess()
  const dispatching = startDispatching({
    store,
    replicas,
    destinations: [letters],
    now: Date.now,
    random: () => 0.5,
    log: silent,
  })
  let woken = 0
  const end = await replicas.listen('outbox', () => (woken += 1))
  onTestFinished(async () => {
    await end()
    await dispatching.stop(0)
    await replicas.close()
  })
  dispatching.announce(['letters'])
  await sleep(100)
  expect(woken).toBe(0)
  dispatching.announce(['letters', 'webhook'])
  await until('woken for messages of others', () => woken === 1)
  dispatching.announce()
  await until('woken for messages to any destination', () => woken === 2)
})
