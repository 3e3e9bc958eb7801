import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { deliveryQueue } from '#db/delivery-store.ts'
import type { PersonalData } from '#db/event-log.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import type { Store } from '#db/store.ts'
import { runStateFormat } from '#domain/run-state.ts'
import type { StoredEvent, StoredEventType } from '#domain/stored-event.ts'
import { isForwarded } from '#domain/webhook-message.ts'
import type { Endpoint } from '#service/forwarding/endpoint.ts'
import { type ForwarderOptions, createForwarder } from '#service/forwarding/forwarder.ts'
import { anmeldungForm, storedEvent } from '#tests/build-events.ts'
import { testClock } from '#tests/service/harness.ts'
import { eventually } from '#tests/eventually.ts'
import { openReceiver } from './receiver.ts'

export const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
export const seconds = 1000
export const minutes = 60 * seconds

export interface Owed {
  type: StoredEventType
  runId: string
  over?: Partial<Pick<StoredEvent, 'step' | 'funnel' | 'facts'>>
  form?: PersonalData['form']
}

const { vorname, nachname, email } = anmeldungForm
export const personalForm = { vorname, nachname, email }

let folder: string
let options: Parameters<typeof openSqliteStore>[0]
let store: Store

/** Opens one real store for a test file: each test has an endpoint of its own in it. */
export function useStore(): void {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'formlotse-forwarding-'))
    const file = path.join(folder, 'formlotse.db')
    options = { file, piiKey: randomBytes(32), busyTimeoutMs: 200, exclusive: true }
    store = await openSqliteStore(options)
  })
  afterAll(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
}

/** Messages owed to a real receiver, and a clock that only the test moves. */
export async function openForwarding(endpoint: string = randomUUID()) {
  const receiver = await openReceiver()
  // Near the real one, because the official library refuses signatures older than 5 minutes.
  const clock = testClock(Date.now())
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const sequences = new Map<string, number>()
  const closing: (() => Promise<unknown>)[] = [() => receiver.close()]
  onTestFinished(async () => {
    for (const close of closing.toReversed()) await close()
  })

  /** Appends events with their personal values, and owes their messages as the projection runner does. */
  async function owe(...owed: Owed[]): Promise<void> {
    const from = await store.log.head()
    const events = owed.map(({ type, runId, over, form = personalForm }) => {
      const { position: _, ...event } = storedEvent(type, {
        id: randomUUID(),
        runId,
        at: clock.now(),
        ...over,
      })
      return { ...event, personal: { form } }
    })
    await store.log.append({ events, rejected: [], now: clock.now(), dedupeWindowMs: 0 })
    const appended = await store.log.read(from, owed.length)
    const forwarded = appended.filter(isForwarded)
    const { generation, checkpoint } = await store.projections.live()
    const outcome = await store.projections.commit({
      generation,
      format: runStateFormat,
      from: checkpoint,
      to: from + owed.length,
      runs: [],
      orders: [],
      dropOff: [],
      attribution: [],
      deliveries: forwarded.map(({ id, position, runId, type }) => {
        const sequence = (sequences.get(runId) ?? 0) + 1
        sequences.set(runId, sequence)
        return { endpoint, position, runId, eventType: type, sequence, webhookId: id }
      }),
      jobs: forwarded.map(({ runId }) => ({ queue: deliveryQueue, key: runId, runAt: clock.now() })),
    })
    if (outcome !== 'committed') throw new Error(`the messages are not owed: ${outcome}`)
  }

  interface Over extends Partial<Omit<ForwarderOptions, 'endpoint'>> {
    endpoint?: Partial<Endpoint>
  }
  function forward(over: Over = {}) {
    const forwarder = createForwarder({
      store,
      now: clock.now,
      random: () => 0.5,
      log,
      pollMs: 20,
      ...over,
      endpoint: {
        name: endpoint,
        url: receiver.url,
        secrets: [secret],
        schedule: [0, 5 * seconds, 5 * minutes],
        timeoutMs: 2000,
        forwardDrafts: true,
        ...over.endpoint,
      },
    })
    closing.push(() => forwarder.stop(0))
    return forwarder
  }

  /** This test's deliveries, oldest first. */
  async function deliveries() {
    const all = await store.deliveries.list({ limit: 1000 })
    return all.filter((delivery) => delivery.endpoint === endpoint).toReversed()
  }

  /** The test's first delivery, with its attempts. */
  async function first() {
    const [delivery] = await deliveries()
    return (await store.deliveries.get(delivery!.id))!
  }

  /** Waits until so many attempts are recorded: only then may the clock move without moving the schedule. */
  async function recorded(attempts: number) {
    const check = async () => {
      const counts = (await deliveries()).map((delivery) => delivery.attempts)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(attempts)
    }
    await eventually(check)
  }

  /** The database as another process has it. */
  async function openAgain() {
    const again = await openSqliteStore({ ...options, exclusive: false })
    closing.push(() => again.close())
    return again
  }

  const { file, piiKey } = options
  return {
    store,
    endpoint,
    receiver,
    clock,
    lines,
    file,
    piiKey,
    owe,
    forward,
    deliveries,
    first,
    recorded,
    openAgain,
  }
}

export type Forwarding = Awaited<ReturnType<typeof openForwarding>>
