// @module-tag slow
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Attempt } from '#db/ports/outbox-store.ts'
import { freePort } from '#tools/stack/free-port.ts'
import type { Store } from '#db/ports/store.ts'
import { runCommand } from '#tests/service/commands/run-command.ts'
import { allVariants } from '#tests/variants.ts'
import { type Database, engines } from '#tests/faults/support/engines.ts'
import { expectDelivered, expectedMessageIds, readWholeLog } from '#tests/faults/support/guarantees.ts'
import { eventNow, postEvents, postStored } from '#tests/faults/support/post-events.ts'
import {
  type Reaction,
  type ReceiverOptions,
  type RecordingReceiver,
  openRecordingReceiver,
} from '#tests/faults/support/receiver/recording-receiver.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'

/** Delay before each attempt, in ms. */
const waits = [0, 400, 800, 1600, 3200, 3200, 3200]
/** Time after which the service aborts an attempt, in ms. */
const timeoutMs = 15_000
/**
 * Maximum lateness of an attempt, in ms. The service looks for due messages only every second, and the machine may be
 * busy.
 */
const latenessMs = 8000

const certificate = path.resolve(import.meta.dirname, 'support/receiver/self-signed-cert.pem')
const key = path.resolve(import.meta.dirname, 'support/receiver/self-signed-key.pem')

const schedule = { WEBHOOK_RETRY_SCHEDULE: waits.map((ms) => `${ms}ms`).join(), LANE_WAIT_MS: '0' }

describe.each(engines)('on $name, a webhook receiver', { timeout: 120_000 }, (engine) => {
  // What these tests check depends little on the engine, so that one engine is enough for `npm test`.
  const testOnce = test.runIf(allVariants || engine.name === 'SQLite')
  const services = serviceProcesses()
  let temporary: ReturnType<typeof temporaryFolder>
  let database: Database
  let store: Store | undefined
  let receivers: RecordingReceiver[]

  beforeEach(async () => {
    temporary = temporaryFolder()
    receivers = []
    database = await engine.create(temporary.folder)
  })
  afterEach(async () => {
    await services.killAll()
    await store?.close()
    store = undefined
    await Promise.all(receivers.map((receiver) => receiver.close()))
    temporary.remove()
  })

  async function receive(options: ReceiverOptions) {
    const receiver = await openRecordingReceiver(options)
    receivers.push(receiver)
    return receiver
  }

  const start = (webhookUrl: string, env: Record<string, string> = {}) =>
    services.start({ ...database.env, ...schedule, WEBHOOK_URL: webhookUrl, ...env })

  async function attemptsOf(position: number): Promise<Attempt[]> {
    store ??= await database.open()
    const delivery = (await store.outbox.list({ limit: 100 })).find((one) => one.position === position)
    return delivery ? ((await store.outbox.get(delivery.id))?.attempts ?? []) : []
  }

  async function allArrived(receiver: RecordingReceiver): Promise<void> {
    store ??= await database.open()
    const expected = expectedMessageIds(await readWholeLog(store))
    const missing = () => {
      const arrived = new Set(receiver.arrivals.map(({ webhookId }) => webhookId))
      return expected.filter((id) => !arrived.has(id))
    }
    await expect.poll(missing, { timeout: 60_000, interval: 100 }).toEqual([])
    expectDelivered(await readWholeLog(store), receiver)
  }

  test('that fails in every way gets each message on schedule, complete and in order', async () => {
    const behaviours = new Map<string, { fails: Reaction[]; took: number }>()
    const receiver = await receive({
      react: ({ runId, sequence, attempt }) =>
        (sequence === 1 ? behaviours.get(runId)?.fails[attempt - 1] : undefined) ?? 200,
    })

    const fails: Record<string, { fails: Reaction[]; took: number }> = {
      'responds with 500': { fails: [500, 503, 500], took: 0 },
      redirects: { fails: [redirect, redirect], took: 0 },
      'sends Retry-After: 2': {
        fails: [(response) => response.writeHead(429, { 'retry-after': '2' }).end()],
        took: 2000 - 0.8 * waits[1]!,
      },
      'drops after reading': { fails: [drop, drop], took: 0 },
      'truncates its response': { fails: [breakOff], took: 0 },
      hangs: { fails: [() => undefined], took: timeoutMs },
      'sends a byte per second': { fails: [drip], took: timeoutMs },
    }
    const service = await start(receiver.url)
    const positions = new Map<string, number>()
    for (const behaviour of Object.values(fails)) {
      const runId = randomUUID()
      behaviours.set(runId, behaviour)
      const sent = [eventNow('start', { runId }), eventNow('step', { runId })]
      positions.set(runId, (await postStored(service.url, sent))[0]!)
    }
    await allArrived(receiver)
    for (const [runId, behaviour] of behaviours) {
      const [first, second] = Map.groupBy(receiver.ofRun(runId), ({ sequence }) => sequence).values()
      expect(first).toHaveLength(behaviour.fails.length + 1)
      expect(second).toHaveLength(1)
      expectOnSchedule(await attemptsOf(positions.get(runId)!), behaviour.took)
      expect(second![0]!.at).toBeGreaterThan(first!.at(-1)!.at)
    }
  })

  testOnce('that refuses connections is tried on schedule, and gets everything when it is up', async () => {
    const port = await freePort()
    const service = await start(`http://127.0.0.1:${port}/hook`)
    const [first] = await postStored(service.url, [eventNow('start'), eventNow('email')])
    await expect.poll(async () => (await attemptsOf(first!)).length, { timeout: 30_000 }).toBeGreaterThan(2)
    const receiver = await receive({ port })
    await allArrived(receiver)
    const failed = (await attemptsOf(first!)).filter(({ error }) => error !== null)
    expect(new Set(failed.map(({ error }) => error))).toEqual(new Set(['ECONNREFUSED']))
    expectOnSchedule(failed)
  })

  testOnce('with an untrusted certificate gets nothing; trusted, it gets everything', async () => {
    const receiver = await receive({
      tls: { key: readFileSync(key, 'utf8'), cert: readFileSync(certificate, 'utf8') },
    })
    const untrusting = await start(receiver.url)
    const [position] = await postStored(untrusting.url, [eventNow('start')])
    await expect
      .poll(async () => (await attemptsOf(position!)).length, { timeout: 30_000 })
      .toBeGreaterThan(1)
    expect(receiver.arrivals).toEqual([])
    const attempts = await attemptsOf(position!)
    expect(attempts[0]!.error).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
    expectOnSchedule(attempts)
    expect(await untrusting.end('SIGTERM')).toEqual({ code: 0, signal: null })
    await start(receiver.url, { NODE_EXTRA_CA_CERTS: certificate })
    await allArrived(receiver)
  })

  test('that responds with 410 is not tried until it is resumed, and then gets everything', async () => {
    let gone = true
    const receiver = await receive({ react: () => (gone ? 410 : 200) })
    const service = await start(receiver.url)
    await postStored(service.url, [eventNow('start')])
    await expect.poll(() => receiver.arrivals.length, { timeout: 30_000 }).toBe(1)
    // The receiver has recorded the request. Wait until the service has received the response and stopped forwarding.
    store = await database.open()
    await expect.poll(() => store!.outbox.stopped('webhook'), { timeout: 30_000 }).toBeDefined()
    await postStored(service.url, [eventNow('start'), eventNow('step')])
    await sleep(2500)
    expect(receiver.arrivals).toHaveLength(1)
    gone = false
    expect(await runCommand('deliveries', ['resume'], database.env)).toMatchObject({ code: 0 })
    await allArrived(receiver)
  })

  testOnce('that hangs does not slow the responses to visitors', async () => {
    const receiver = await receive({ react: () => () => undefined })
    const hanging = await start(receiver.url)
    const other = await engine.create(path.join(temporary.folder, 'other'))
    const alone = await services.start({ ...other.env, ...schedule })
    const times = { hanging: [] as number[], alone: [] as number[] }
    // Alternates between the two services, so that other load on the machine affects both.
    for (let round = 0; round < 150; round++) {
      times.hanging.push(await responseTime(hanging.url))
      times.alone.push(await responseTime(alone.url))
    }
    // Ignores the first 30 rounds, which include JIT compilation.
    const [slow, fast] = [median(times.hanging.slice(30)), median(times.alone.slice(30))]
    console.info(
      `median response: ${slow.toFixed(2)} ms with a hanging receiver, ${fast.toFixed(2)} ms with none, ` +
        `ratio ${(slow / fast).toFixed(2)}`,
    )
    expect(receiver.arrivals.length).toBeGreaterThanOrEqual(16)
    expect(slow / fast).toBeLessThan(3)
  })
})

/**
 * Responds with a redirect. If the service followed it, the receiver would get an unsigned request and record a fault.
 */
function redirect(response: ServerResponse): void {
  response.writeHead(302, { location: '/elsewhere' }).end()
}

function drop(response: ServerResponse): void {
  response.socket?.destroy()
}

function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': '100' }).write('half', () => response.socket?.destroy())
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/plain' })
  const timer = setInterval(() => response.write('.'), 1000)
  response.on('close', () => clearInterval(timer))
}

/**
 * Expects the times between the attempts to match `waits`, which the service varies by ±20 %. `took` is an additional
 * time per wait, in ms: the duration of an attempt, or the delay caused by Retry-After.
 */
function expectOnSchedule(attempts: readonly Attempt[], took = 0): void {
  for (const [index, { startedAt }] of attempts.entries()) {
    if (index === 0) continue
    const waited = startedAt - attempts[index - 1]!.startedAt
    const wait = waits[index]!
    // Tolerates 20 ms less, because times are rounded to milliseconds and timers may fire early.
    expect(waited).toBeGreaterThan(took + wait * 0.8 - 20)
    expect(waited).toBeLessThan(took + wait * 1.2 + latenessMs)
  }
}

async function responseTime(url: string): Promise<number> {
  const { status, ms } = await postEvents(url, [eventNow('start')])
  expect(status).toBe(200)
  return ms
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}
