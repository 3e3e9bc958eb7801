// @module-tag slow
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tools/stack/free-port.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import {
  expectLogMatchesResponses,
  expectOneOrderPerRun,
  expectProjectionsEqualRebuild,
  expectedMessageIds,
  readSettledLog,
} from '#tests/faults/support/guarantees.ts'
import { eventNow, postStored } from '#tests/faults/support/post-events.ts'
import { startClient } from '#tests/faults/support/recording-client.ts'
import { replicaProcesses } from '#tests/faults/support/replicas/replica-processes.ts'
import { openProxy } from '#tests/faults/support/replicas/round-robin-proxy.ts'
import { reportsToken } from '#tests/faults/support/secrets.ts'
import { chosenSeed, seededRandom } from '#tests/faults/support/seeded-random.ts'
import type { StartedService } from '#tests/faults/support/service-process.ts'
import { allVariants } from '#tests/variants.ts'

const databases = postgresDatabases()
const second = 1000

describe('several processes of the service', { timeout: 180_000 }, () => {
  const { start, store, receive, projected } = replicaProcesses()

  test('start at once on an empty database and work on it together', async () => {
    const env = { DATABASE_URL: await databases.emptyUrl() }
    const all = 'ingest,projections,forwarding'
    const started = await Promise.all(Array.from({ length: 3 }, () => start(all, env)))
    for (const { url } of started) await postStored(url, [eventNow('start')])
    expect(started.flatMap((service) => service.logged()).filter(({ level }) => level >= 50)).toEqual([])
    for (const service of started) expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null })
  })

  test('serve only the routes of their roles', async () => {
    const [projections, ingest] = await Promise.all([start('projections'), start('ingest')])
    const status = async (path: string) => (await fetch(`${projections.url}${path}`)).status
    expect(await status('/healthz')).toBe(200)
    expect(await status('/readyz')).toBe(200)
    expect(await status('/metrics')).toBe(401)
    const headers = { authorization: `Bearer ${reportsToken}` }
    const metrics = async () => (await fetch(`${projections.url}/metrics`, { headers })).text()
    // The ingest process records its release at the start, which is projected a moment later.
    await expect.poll(metrics, { timeout: 10_000 }).toMatch(/^formlotse_projection_lag_events 0$/m)
    expect(await status('/api/events')).toBe(404)
    expect(await status('/')).toBe(404)
    await postStored(ingest.url, [eventNow('start')])
    await expect.poll(projected, { timeout: 10_000 }).toBe(true)
  })

  test.each(allVariants ? (['SIGKILL', 'SIGSTOP'] as const) : (['SIGSTOP'] as const))(
    'have one leader that projects; after %s another one takes over within 15 s',
    async (signal) => {
      const ingest = await start('ingest')
      const projecting = await Promise.all([start('projections'), start('projections')])
      await expect.poll(() => projecting.some(leads), { timeout: 10_000 }).toBe(true)
      await postStored(ingest.url, [eventNow('start')])
      await expect.poll(projected, { timeout: 10_000 }).toBe(true)
      expect(projecting.filter(leads)).toHaveLength(1)

      const leader = projecting.find(leads)!
      process.kill(leader.pid, signal)
      const from = performance.now()
      await postStored(ingest.url, [eventNow('start')])
      await expect.poll(projected, { timeout: 30_000, interval: 50 }).toBe(true)
      const ms = performance.now() - from
      console.info(`projections taken over ${Math.round(ms)} ms after ${signal}`)
      expect(ms).toBeLessThan(15 * second)

      if (signal === 'SIGKILL') return
      // When the frozen leader continues, it must notice that another process leads now, and stop projecting.
      process.kill(leader.pid, 'SIGCONT')
      const lost = () => leader.logged().some(({ msg }) => msg.startsWith('lost leadership'))
      await expect.poll(lost, { timeout: 10_000 }).toBe(true)
      expect(leader.logged().filter(({ level }) => level >= 50)).toEqual([])
    },
  )

  test('limit a client’s requests across all processes', async () => {
    const both = await Promise.all([
      start('ingest', { RATE_LIMIT: 'on' }),
      start('ingest', { RATE_LIMIT: 'on' }),
    ])
    const path = '/api/orders/00000000-0000-4000-8000-000000000001'
    const statuses: number[] = []
    for (let n = 0; n < 124; n++) statuses.push((await fetch(`${both[n % 2]!.url}${path}`)).status)
    expect(statuses.slice(0, 120).every((status) => status === 404)).toBe(true)
    expect(statuses.slice(120)).toEqual([429, 429, 429, 429])
  })

  test('are restarted one after the other under load without a failed request', async () => {
    const seed = chosenSeed()
    console.info(`restarted: FAULT_SEED=${seed}`)
    const receiver = await receive()
    const ports = await Promise.all([freePort(), freePort()])
    const startOn = (port: number) =>
      start('ingest,projections,forwarding', {
        PORT: String(port),
        DRAIN_MS: '3000',
        WEBHOOK_URL: receiver.url,
        LANE_WAIT_MS: '20',
        DEDUPE_WINDOW_MS: '3600000',
      })
    let running = await Promise.all(ports.map(startOn))
    const proxy = await openProxy(ports)
    let stopped = false
    onTestFinished(async () => {
      stopped = true
      await proxy.close()
    })
    const clients = Array.from({ length: 6 }, (_, index) =>
      startClient({
        random: seededRandom(seed + index),
        link: async () => proxy.url,
        stopped: () => stopped,
      }),
    )
    const responses = () => clients.reduce((sum, client) => sum + client.posts(), 0)
    const untilResponses = async (more: number) => {
      const enough = responses() + more
      await expect.poll(responses, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(enough)
    }
    for (const [index, port] of ports.entries()) {
      await untilResponses(50)
      expect(await running[index]!.end('SIGTERM')).toEqual({ code: 0, signal: null })
      await untilResponses(10)
      running = running.with(index, await startOn(port))
    }
    await untilResponses(30)
    stopped = true
    await Promise.all(clients.map((client) => client.finished))

    expect(proxy.broken).toEqual([])
    expect(clients.map((client) => client.aborted())).toEqual(clients.map(() => 0))
    expect(Math.min(...ports.map((port) => proxy.responsesByPort.get(port) ?? 0))).toBeGreaterThan(30)
    const log = await readSettledLog(store())
    const sent = new Map(clients.flatMap((client) => [...client.sent]))
    expectLogMatchesResponses(log, sent)
    expectOneOrderPerRun(log, sent)
    await expect.poll(projected, { timeout: 20_000 }).toBe(true)
    await expectProjectionsEqualRebuild(store(), log)
    await expect
      .poll(() => new Set(receiver.arrivals.map(({ webhookId }) => webhookId)).size, { timeout: 60_000 })
      .toBe(expectedMessageIds(log).length)
    console.info(`restarted both under load: ${responses()} requests answered, ${log.length} events stored`)
  })
})

function leads(service: StartedService): boolean {
  return service.logged().some(({ msg, task }) => task === 'projections' && msg === 'acquired leadership')
}
