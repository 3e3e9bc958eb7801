import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Appended, Rejection } from '#db/event-log.ts'
import type { Store } from '#db/store.ts'
import { berlinDate } from '#domain/berlin-time.ts'
import { type Envelope, type EventResult, priorities } from '#domain/events.ts'
import type { Metrics } from '#service/metrics.ts'
import { checkUploads, ordersFiles } from '#service/uploads/check-uploads.ts'
import { type Asked, answerOrder, answerRejected, toAccepted } from './answers.ts'
import { type AcceptedEvent, type RejectedEvent, checkEvent } from './check-event.ts'
import { fingerprintKey } from './fingerprint.ts'
import { type LaneSettings, type Timers, createLanes } from './lanes.ts'
import { type Circumstances, newEvents } from './new-event.ts'
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

  /**
   * One result an event, in their order. Throws StoreUnavailable when the store cannot commit now.
   * Not async, for a function that waits keeps all that it has read: under load hundreds wait for their commit, and the
   * garbage collector would copy every parsed and checked event again and again.
   */
  function accept(envelope: Envelope, userAgent: string | undefined): Promise<EventResult[]> {
    const receivedAt = now()
    const today = berlinDate(receivedAt)
    const checked = envelope.events.map((raw) => checkEvent(raw, today))
    const circumstances = {
      envelope,
      userAgent: readUserAgent(userAgent),
      receivedAt,
      fingerprintKey: key,
      newOrderNumber: () => orderNumber(randomBytes),
    }
    if (!checked.some(ordersFiles)) return submit(checked, circumstances)
    return checkUploads(store.uploads, checked).then((looked) => submit(looked, circumstances))
  }

  function submit(
    checked: readonly (AcceptedEvent | RejectedEvent)[],
    circumstances: Circumstances,
  ): Promise<EventResult[]> {
    const { envelope, receivedAt } = circumstances
    const accepted = checked.filter((one) => one.ok)
    const events = newEvents(accepted, circumstances)
    const rejected = checked.filter((one) => !one.ok)
    if (rejected.length > 0) lanes.note(rejected.map((one) => rejection(one, receivedAt)))
    const urgent = envelope.final === true || accepted.some(({ event }) => priorities[event.type] === 'high')
    let next = 0
    const asked = checked.map((one, index) =>
      one.ok
        ? toAccepted(readId(envelope.events[index]), events[next++]!)
        : { id: readId(envelope.events[index]), type: one.type, rejected: one },
    )
    return answer(asked, events.length > 0 ? lanes.submit(events, urgent) : undefined)
  }

  async function answer(
    asked: readonly Asked[],
    committed: Promise<Appended[]> | undefined,
  ): Promise<EventResult[]> {
    const appended = (await committed) ?? []
    const results: EventResult[] = []
    let next = 0
    for (const one of asked) {
      const { id, type } = one
      const answered =
        'rejected' in one
          ? await answerRejected(store, one.rejected)
          : one.order
            ? await answerOrder(store, one.order, appended[next++]!)
            : appended[next++]!
      const result = { id, ...answered } as EventResult
      metrics.countEvent(type ?? 'unknown', result.status)
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
    path: code === 'unknown_form_field' ? path.split('.')[0]! : path,
    code,
  }))
  return { receivedAt, type, funnel, issues: kept }
}
