import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { type Engine, engines } from '#tests/faults/support/engines.ts'
import {
  expectDelivered,
  expectLogMatchesResponses,
  expectOneOrderPerRun,
  expectProjectionsEqualRebuild,
  expectedMessageIds,
  readSettledLog,
  readWholeLog,
} from '#tests/faults/support/guarantees.ts'
import { startClient } from '#tests/faults/support/recording-client.ts'
import { type Reaction, openRecordingReceiver } from '#tests/faults/support/receiver/recording-receiver.ts'
import { chosenSeed, seededRandom } from '#tests/faults/support/seeded-random.ts'
import { type StartedService, serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'

const clientCount = 5

const services = serviceProcesses()
afterEach(() => services.killAll())

/**
 * Provides the current address of the service. While the service is down, the promise of `link` does not resolve, so
 * clients wait.
 */
function openLink() {
  let current = Promise.withResolvers<string>()
  return {
    link: () => current.promise,
    up: (url: string) => current.resolve(url),
    down: () => void (current = Promise.withResolvers<string>()),
  }
}

/**
 * Returns a function that picks random responses of the webhook receiver: usually 200, sometimes after a delay, and
 * occasionally 500.
 */
function reactions(random: () => number) {
  return (): Reaction => {
    const chance = random()
    if (chance < 0.05) return 500
    if (chance < 0.8) return 200
    return (response) => void setTimeout(() => response.writeHead(200).end(), random() * 60)
  }
}

describe.each(engines)('a service on $name that is killed repeatedly', { timeout: 300_000 }, (engine) => {
  const tags = engine.name === 'SQLite' ? [] : ['slow']
  test(
    'keeps acknowledged events, delivers their messages, and accepts no second order',
    { tags },
    async () => {
      const seed = chosenSeed()
      console.info(`killed: FAULT_SEED=${seed}`)
      const random = seededRandom(seed)
      const { folder, remove } = temporaryFolder()
      const receiver = await openRecordingReceiver({ react: reactions(seededRandom(seed + 1)) })
      const database = await engine.create(folder)
      const env = {
        ...database.env,
        LANE_WAIT_MS: '20',
        // The deduplication window is longer than the test. An event that a client repeats after several restarts is
        // therefore still a duplicate.
        DEDUPE_WINDOW_MS: '3600000',
        WEBHOOK_URL: receiver.url,
        WEBHOOK_RETRY_SCHEDULE: Array(50).fill('100ms').join(),
      }

      const { link, up, down } = openLink()
      let stopped = false
      const clients = Array.from({ length: clientCount }, (_, index) =>
        startClient({ random: seededRandom(seed + 10 + index), link, stopped: () => stopped }),
      )
      const finished = Promise.all(clients.map((client) => client.finished))
      const responses = () => clients.reduce((sum, client) => sum + client.posts(), 0)
      /**
       * Waits until the clients have received `more` responses, but at most 1.5 s. A pause of a fixed length would not be
       * enough: on a slow machine, the service might not have begun any work that the kill can interrupt.
       */
      async function untilResponses(more: number): Promise<void> {
        const [enough, giveUpAt] = [responses() + more, performance.now() + 1500]
        while (responses() < enough && performance.now() < giveUpAt) await sleep(2)
      }

      const { underLoad, whileStarting } = engine.kills
      const rounds = [...Array(underLoad).fill('load'), ...Array(whileStarting).fill('start')]
      const shuffled = rounds.map((kind: string) => ({ kind, at: random() })).toSorted((a, b) => a.at - b.at)
      for (const { kind } of shuffled) {
        const service = services.spawn(env)
        if (kind === 'start') await sleep(random() * 1000)
        else {
          up(await service.announced())
          await Promise.race([untilResponses(1 + random() * 60), finished])
          await sleep(random() * 20)
          down()
        }
        expect((await service.end('SIGKILL')).signal).toBe('SIGKILL')
        expect(service.logged().filter(({ level }) => level >= 50)).toEqual([])
      }

      const last: StartedService = await services.start(env)
      stopped = true
      up(last.url)
      await finished

      const store = await database.open()
      try {
        const log = await readSettledLog(store)
        const missing = () => {
          const arrived = new Set(receiver.arrivals.map(({ webhookId }) => webhookId))
          return expectedMessageIds(log).filter((id) => !arrived.has(id))
        }
        // The timeout is longer than a lease (25 s). If a kill interrupts the delivery of a message, all messages of its
        // run wait until the lease expires.
        await expect.poll(missing, { timeout: 60_000, interval: 100 }).toEqual([])
        expect(await last.end('SIGTERM')).toEqual({ code: 0, signal: null })

        const sent = new Map(clients.flatMap((client) => [...client.sent]))
        expectLogMatchesResponses(log, sent)
        expectOneOrderPerRun(log, sent)
        expect(await readWholeLog(store)).toEqual(log)
        await expectProjectionsEqualRebuild(store, log)
        expectDelivered(log, receiver)
        summarize(engine.kills, log.length, sent, clients, receiver.arrivals)
      } finally {
        await store.close()
        await receiver.close()
        remove()
      }
    },
  )
})

/** Prints a summary of the test, and fails if the kills did not interrupt work. */
function summarize(
  { underLoad, whileStarting }: Engine['kills'],
  stored: number,
  sent: ReadonlyMap<string, { results: { status: string }[]; repeats?: unknown }>,
  clients: readonly { posts: () => number; aborted: () => number }[],
  arrivals: readonly { attempt: number }[],
) {
  const sum = (count: (client: (typeof clients)[number]) => number) =>
    clients.reduce((total, client) => total + count(client), 0)
  const aborted = sum((client) => client.aborted())
  const unacknowledged = [...sent.values()].filter(
    ({ results, repeats }) => !repeats && results[0]?.status === 'duplicate',
  ).length
  const again = arrivals.filter(({ attempt }) => attempt > 1).length
  console.info(
    `killed ${underLoad} times under load and ${whileStarting} times while starting: ` +
      `${sum((client) => client.posts())} requests answered, ${aborted} aborted, ${stored} events stored, ` +
      `${unacknowledged} of them committed without a response, ${again} messages delivered again`,
  )
  expect(aborted).toBeGreaterThanOrEqual(underLoad)
  expect(again).toBeGreaterThan(0)
}
