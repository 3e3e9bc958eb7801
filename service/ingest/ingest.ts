import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Rejection } from '#db/event-log.ts'
import type { Store } from '#db/store.ts'
import { berlinDate } from '#domain/berlin-time.ts'
import { type Envelope, type EventResult, priorities } from '#domain/events.ts'
import type { Metrics } from '#service/metrics.ts'
import { checkUploads, ordersFiles } from '#service/uploads/check-uploads.ts'
import { answerAccepted, answerRejected } from './answers.ts'
import { type RejectedEvent, checkEvent } from './check-event.ts'
import { fingerprintKey } from './fingerprint.ts'
import { type LaneSettings, type Timers, createLanes } from './lanes.ts'
import { newEvents } from './new-event.ts'
import { orderNumber } from './order-number.ts'
import { readUserAgent } from './read-user-agent.ts'

export interface IngestSettings extends LaneSettings {
  dedupeWindowMs: number
}

export interface IngestDeps {
  store: Pick<Store, 'log' | 'uploads'>
  /** ms since the epoch */
  now: () => number
  piiKey: Uint8Array
  log: Logger
  metrics: Metrics
  settings?: Partial<IngestSettings>
  timers?: Timers
}

export type Ingest = ReturnType<typeof createIngest>

const defaults: IngestSettings = {
  size: 10,
  waitMs: 5000,
  maxBatch: 500,
  maxPending: 5000,
  dedupeWindowMs: 30_000,
}

const realTimers: Timers = {
  set: (callback, ms) => setTimeout(callback, ms),
  clear: (handle) => clearTimeout(handle as NodeJS.Timeout),
}

/** Takes checked envelopes, answers when their events are committed. */
export function createIngest({ store, now, piiKey, log, metrics, settings, timers }: IngestDeps) {
  const { dedupeWindowMs, ...laneSettings } = { ...defaults, ...settings }
  const key = fingerprintKey(piiKey)
  const listeners: (() => void)[] = []

  const lanes = createLanes({
    ...laneSettings,
    timers: timers ?? realTimers,
    append: (batch) =>
      metrics.timeCommit(batch.events.length, () =>
        store.log.append({ ...batch, now: now(), dedupeWindowMs }),
      ),
    committed: (appended) => {
      if (appended.some(({ status }) => status === 'stored')) for (const listener of listeners) listener()
    },
    failed: (error) => log.error({ err: error }, 'a commit of events failed'),
  })

  /** One result an event, in their order. Throws StoreUnavailable when the store cannot commit now. */
  async function accept(envelope: Envelope, userAgent: string | undefined): Promise<EventResult[]> {
    const receivedAt = now()
    const today = berlinDate(receivedAt)
    let checked = envelope.events.map((raw) => checkEvent(raw, today))
    if (checked.some(ordersFiles)) checked = await checkUploads(store.uploads, checked)
    const accepted = checked.filter((one) => one.ok)
    const events = newEvents(accepted, {
      envelope,
      userAgent: readUserAgent(userAgent),
      receivedAt,
      fingerprintKey: key,
      newOrderNumber: () => orderNumber(randomBytes),
    })
    const rejected = checked.filter((one) => !one.ok)
    if (rejected.length > 0) lanes.note(rejected.map((one) => rejection(one, receivedAt)))
    const urgent = envelope.final === true || accepted.some(({ event }) => priorities[event.type] === 'high')
    const appended = events.length > 0 ? await lanes.submit(events, urgent) : []

    const results: EventResult[] = []
    let next = 0
    for (const [index, one] of checked.entries()) {
      const id = readId(envelope.events[index])
      const answer = one.ok
        ? answerAccepted(store, events[next]!, appended[next++]!)
        : answerRejected(store, one)
      const result = { id, ...(await answer) } as EventResult
      metrics.countEvent((one.ok ? one.event.type : one.type) ?? 'unknown', result.status)
      results.push(result)
    }
    return results
  }

  return {
    accept,
    /** Calls the listener after each commit that stored something. */
    onCommit: (listener: () => void) => void listeners.push(listener),
    flush: lanes.flush,
    drain: lanes.drain,
    pending: lanes.pending,
  }
}

// As it was sent, so that the client finds its event again.
function readId(raw: unknown): string | null {
  const id = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : undefined
  return typeof id === 'string' ? id.slice(0, 64) : null
}

/** What engineers may look at later: where and which check, never what a client wrote. */
function rejection({ type, funnel, issues }: RejectedEvent, receivedAt: number): Rejection {
  const kept = issues.slice(0, 30).map(({ path, code }) => ({
    // The name of an unknown field is the client's own text.
    path: clientNamed.has(code) ? path.split('.')[0]! : path,
    code,
  }))
  return { receivedAt, type, funnel, issues: kept }
}

const clientNamed = new Set(['unknown_form_field', 'invalid_key'])
