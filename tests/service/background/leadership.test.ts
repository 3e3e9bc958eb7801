import { expect, test } from 'vitest'
import { openReplicas } from '#db/postgres/replicas/replicas.ts'
import { whileLeader } from '#service/background/leadership.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { silent, until } from '#tests/service/projections/projected-store.ts'

const databases = postgresDatabases()
const piiKey = Buffer.alloc(32, 7)

test('a leader that gives up is followed by another process, and leads again when that one stops', async () => {
  const url = await databases.url()
  const startProcess = async () => {
    const replicas = await openReplicas({ url, piiKey, onError: () => undefined })
    let leads = false
    let giveUp: (() => void) | undefined
    const loop = whileLeader({
      replicas,
      task: 'test',
      log: silent,
      pollMs: 20,
      giveUpMs: 200,
      start(whenGivenUp) {
        leads = true
        giveUp = whenGivenUp
        return [{ wake: () => undefined, stop: async () => void (leads = false) }]
      },
    })
    const stop = async () => {
      await loop.stop()
      await replicas.close()
    }
    return { leads: () => leads, giveUp: () => giveUp?.(), stop }
  }
  const first = await startProcess()
  await until('the first process leads', first.leads)
  const second = await startProcess()
  expect(second.leads()).toBe(false)
  first.giveUp()
  await until('the second process leads', second.leads)
  expect(first.leads()).toBe(false)
  await second.stop()
  await until('the first process leads again', first.leads)
  await first.stop()
})
