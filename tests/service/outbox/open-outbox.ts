import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { DestinationName, EventRow } from '#db/ports/outbox-store.ts'
import type { PersonalData } from '#db/ports/event-log.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import type { Store } from '#db/ports/store.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'
import type { StoredEvent, StoredEventType } from '#domain/events/stored-event.ts'
import { isForwarded } from '#domain/outbox/webhook-message.ts'
import type { Endpoint } from '#service/outbox/destinations/webhook/endpoint.ts'
import { createWebhook, type WebhookSettings } from '#service/outbox/destinations/webhook/webhook.ts'
import { type DispatcherOptions, createDispatcher } from '#service/outbox/dispatcher.ts'
import { anmeldungForm, storedEvent } from '#tests/build-events.ts'
import { testClock } from '#tests/service/harness.ts'
import { eventually } from '#tests/eventually.ts'
import { openReceiver } from './receiver.ts'

export const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
export const seconds = 1000
export const minutes = 60 * seconds

export interface QueuedEvent {
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

/**
 * Opens one SQLite store for a test file. Each test sends its messages to a separate destination, so the tests do not
 * affect each other.
 */
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

/**
 * Opens a receiver for webhook messages. Returns it with a clock that only the test advances, and with functions that
 * enqueue, forward and list messages.
 */
export async function openForwarding(destination = randomUUID() as DestinationName) {
  const receiver = await openReceiver()
  // The clock starts at the real time, because the library that verifies signatures refuses those older than 5 minutes.
  const clock = testClock(Date.now())
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const sequences = new Map<string, number>()
  const closing: (() => Promise<unknown>)[] = [() => receiver.close()]
  onTestFinished(async () => {
    for (const close of closing.toReversed()) await close()
  })

  /**
   * Appends events with their personal values. Then commits projections with the messages about these events, as the
   * service does.
   */
  async function enqueue(...queued: QueuedEvent[]): Promise<void> {
    const from = await store.log.head()
    const events = queued.map(({ type, runId, over, form = personalForm }) => {
      const { position: _, ...event } = storedEvent(type, {
        id: randomUUID(),
        runId,
        at: clock.now(),
        ...over,
      })
      return { ...event, personal: { form } }
    })
    await store.log.append({ events, rejected: [], now: clock.now(), dedupeWindowMs: 0 })
    const appended = await store.log.read(from, events.length)
    const forwarded = appended.filter(isForwarded)
    const { generation, checkpoint } = await store.projections.live()
    const outcome = await store.projections.commit({
      revision: 0,
      generation,
      format: runStateFormat,
      from: checkpoint,
      to: from + events.length,
      runs: [],
      orders: [],
      days: [],
      dropOff: [],
      attribution: [],
      keys: [],
      holds: [],
      messages: forwarded.map(({ id, position, runId, type }) => {
        const sequence = (sequences.get(runId) ?? 0) + 1
        sequences.set(runId, sequence)
        return { destination, position, runId, eventType: type, sequence, messageId: id }
      }),
    })
    if (outcome !== 'committed') throw new Error(`the messages were not enqueued: ${outcome}`)
  }

  interface Over extends Partial<Omit<DispatcherOptions, 'destinations' | 'store'>> {
    store?: Store
    endpoint?: Partial<Endpoint>
    bankOf?: WebhookSettings['bankOf']
    concurrency?: number
  }
  function forward({ endpoint, bankOf, concurrency, ...over }: Over = {}) {
    const webhook = createWebhook({
      store: over.store ?? store,
      now: clock.now,
      bankOf,
      ...(concurrency !== undefined && { concurrency }),
      endpoint: {
        url: receiver.url,
        secrets: [secret],
        schedule: [0, 5 * seconds, 5 * minutes],
        timeoutMs: 2000,
        forwardDrafts: 'full',
        ...endpoint,
      },
    })
    const dispatcher = createDispatcher({
      store,
      now: clock.now,
      random: () => 0.5,
      log,
      pollMs: 20,
      ...over,
      destinations: [{ ...webhook, name: destination }],
    })
    closing.push(() => dispatcher.stop(0))
    return dispatcher
  }

  /** Returns the deliveries of this test, oldest first. */
  async function deliveries() {
    return (await store.outbox.list({ destination, limit: 1000 })).toReversed() as EventRow[]
  }

  /** Returns the first delivery of this test with its attempts. */
  async function first() {
    const [delivery] = await deliveries()
    return (await store.outbox.get(delivery!.id))!
  }

  /**
   * Waits until this total number of attempts is recorded. Tests must call this before they advance the clock, because
   * the delay before the next attempt begins with the recording.
   */
  async function recorded(attempts: number) {
    const check = async () => {
      const counts = (await deliveries()).map((delivery) => delivery.attempts)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(attempts)
    }
    await eventually(check)
  }

  /** Opens the database like another process. */
  async function openAgain() {
    const again = await openSqliteStore({ ...options, exclusive: false })
    closing.push(() => again.close())
    return again
  }

  const { file, piiKey } = options
  return {
    store,
    destination,
    receiver,
    clock,
    lines,
    file,
    piiKey,
    enqueue,
    forward,
    deliveries,
    first,
    recorded,
    openAgain,
  }
}

export type Forwarding = Awaited<ReturnType<typeof openForwarding>>
