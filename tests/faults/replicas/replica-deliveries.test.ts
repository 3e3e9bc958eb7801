import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { expectDelivered, readWholeLog } from '#tests/faults/support/guarantees.ts'
import { eventNow, postStored } from '#tests/faults/support/post-events.ts'
import { replicaProcesses } from '#tests/faults/support/replicas/replica-processes.ts'
import { allVariants } from '#tests/variants.ts'

const second = 1000

const testIfAll = test.runIf(allVariants)

describe('several processes that forward', { timeout: 180_000 }, () => {
  const { start, store, receive } = replicaProcesses()

  test('deliver each message once, and messages of a run one at a time', async () => {
    const inFlight = new Map<string, number>()
    let together = 0
    const receiver = await receive({
      react: ({ runId }) => {
        inFlight.set(runId, (inFlight.get(runId) ?? 0) + 1)
        together = Math.max(together, inFlight.get(runId)!)
        return (response) => {
          setTimeout(() => {
            inFlight.set(runId, inFlight.get(runId)! - 1)
            response.writeHead(200).end()
          }, 20)
        }
      },
    })
    const env = { WEBHOOK_URL: receiver.url }
    const [ingest] = await Promise.all([
      start('ingest', env),
      start('projections', env),
      start('forwarding', env),
      start('forwarding', env),
      start('forwarding', env),
    ])
    const runs = Array.from({ length: 40 }, () => randomUUID())
    // The events of each run are posted in two rounds, so that messages of the second round arrive while messages of
    // the first are being delivered.
    for (const types of [
      ['start', 'step'],
      ['step', 'abandon'],
    ] as const)
      await Promise.all(
        runs.map((runId) =>
          postStored(
            ingest.url,
            types.map((type, index) => eventNow(type, { runId, step: 1 + index })),
          ),
        ),
      )
    const arrived = () => receiver.arrivals.length
    await expect.poll(arrived, { timeout: 40_000 }).toBeGreaterThanOrEqual(runs.length * 4)
    await sleep(2 * second)
    expect(arrived()).toBe(runs.length * 4)
    expect(together).toBe(1)
    expectDelivered(await readWholeLog(store()), receiver)
  })

  testIfAll('take over a delivery within 60 s when its process is killed during it', async () => {
    const receiver = await receive({
      react: ({ attempt }) => (attempt === 1 ? () => undefined : 200),
    })
    const env = { WEBHOOK_URL: receiver.url }
    const [ingest, first] = await Promise.all([start('ingest,projections', env), start('forwarding', env)])
    await postStored(ingest.url, [eventNow('start')])
    await expect.poll(() => receiver.arrivals.length, { timeout: 20_000 }).toBe(1)
    await start('forwarding', env)
    const from = performance.now()
    await first.end('SIGKILL')
    await expect.poll(() => receiver.arrivals.length, { timeout: 90_000, interval: 50 }).toBe(2)
    const ms = performance.now() - from
    console.info(`delivery taken over ${Math.round(ms)} ms after its process was killed`)
    expect(ms).toBeLessThan(60 * second)
    // The second attempt must not begin within the timeout of the first attempt (15 s), because the first attempt may
    // still succeed during that time.
    expect(receiver.arrivals[1]!.at - receiver.arrivals[0]!.at).toBeGreaterThan(15 * second)
  })
})
