import { expect, test } from 'vitest'
import { createSingleProcess } from '#db/limits/single-process.ts'
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

test('a wake-up of the task wakes only the first of its loops', async () => {
  const replicas = createSingleProcess()
  const woken: string[] = []
  const loopNamed = (name: string) => ({ wake: () => void woken.push(name), stop: async () => undefined })
  let leads = false
  const loop = whileLeader({
    replicas,
    task: 'test',
    log: silent,
    start() {
      leads = true
      return [loopNamed('first'), loopNamed('second')]
    },
  })
  await until('it leads', () => leads)
  loop.wake()
  expect(woken).toEqual(['first'])
  await loop.stop()
  await replicas.close()
})
