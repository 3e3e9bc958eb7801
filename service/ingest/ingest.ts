import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { AppendResult } from '#db/ports/event-log.ts'
import type { NewEventRow } from '#db/ports/new-event-row.ts'
import type { Store } from '#db/ports/store.ts'
import type { Envelope, EventResult } from '#domain/events/wire-events.ts'
import type { FunnelOf } from '#domain/funnels/index.ts'
import { berlinDate, startOfNextDay } from '#domain/time/berlin-time.ts'
import { laneSize, laneWaitMs, repeatWindowMs } from '#domain/limits.ts'
import { readUserAgent } from '#service/http/read-user-agent.ts'
import { createLimitedLog } from '#service/observability/limited-log.ts'
import type { Metrics } from '#service/observability/metrics.ts'
import { lowDisk } from '#service/process/free-disk.ts'
import { type OfferedTexts, createOfferedTexts } from '#service/texts/offered-texts.ts'
import { type CheckedEvent, checkEvent } from './check-event.ts'
import { acceptsTexts, checkTexts } from './check-texts.ts'
import { checkUploads, ordersFiles } from './check-uploads.ts'
import { resultOf } from './event-results.ts'
import { fingerprintKey } from './fingerprint.ts'
import { type LaneSettings, Lanes, type Timers } from './lanes.ts'
import type { EventContext } from './new-event.ts'
import { orderNumber } from './order-number.ts'
import { type PendingEvent, isUrgent, toPendingEvents } from './pending-events.ts'
import { createReplays } from './replay.ts'
import { type Reservation, commitReserved } from './reserve-bytes.ts'

export interface IngestSettings extends LaneSettings {
  /** Time, in ms, within which an event with the same content as an earlier one is suppressed. */
  dedupeWindowMs: number
  /**
   * Clock for tests that control time: returns the time of an append, in ms since the epoch. By default, the store uses
   * its own clock.
   */
  appendClock?: () => number
}

export interface IngestDeps {
  store: Pick<Store, 'log' | 'rejections' | 'exclusions' | 'uploads' | 'texts'>
  /** Texts that orders accept; defaults to those of the checkboxes, without the legal pages. */
  texts?: OfferedTexts
  /** Returns the current time, in ms since the epoch. */
  now: () => number
  piiKey: Uint8Array
  log: Logger
  metrics: Metrics
  /** Returns the funnel that checks an event; defaults to the present funnels. */
  funnelOf?: FunnelOf
  settings?: Partial<IngestSettings>
  timers?: Timers
}

/** What is known about a request besides its envelope. */
export interface RequestFacts extends Reservation {
  userAgent?: string | undefined
  /** Value of the header X-Run-Secret. Without it, a repeated `complete` does not return the order. */
  runSecret?: string | undefined
  /** True if the disk is short of space. The request is then accepted only if it contains an order. */
  onlyOrders?: boolean
  /** True if the client has placed many orders. This one is then confirmed by e-mail on the next day. */
  emailLater?: boolean
}

export type Ingest = ReturnType<typeof createIngest>

const defaults: IngestSettings = {
  size: laneSize,
  waitMs: laneWaitMs,
  maxBatch: 500,
  maxPending: 5000,
  dedupeWindowMs: repeatWindowMs,
}

const realTimers: Timers = {
  set: (callback, ms) => setTimeout(callback, ms),
  clear: (handle) => clearTimeout(handle as NodeJS.Timeout),
}

/** Accepts envelopes of events. A call of `accept` resolves when its events are committed. */
export function createIngest(deps: IngestDeps) {
  const { store, now, metrics, funnelOf } = deps
  const texts = deps.texts ?? createOfferedTexts({ store, now })
  const key = fingerprintKey(deps.piiKey)
  const listeners: (() => void)[] = []
  const lanes = openLanes(deps, () => {
    for (const listener of listeners) listener()
  })

  /**
   * Returns one result per event, in the order of the envelope. Rejects with `StoreUnavailable` if the store cannot
   * commit now. Rejects with a `Problem` (503) if `onlyOrders` is set and the envelope contains no valid order.
   * This is not an async function, because a suspended async function keeps everything that it has read. Under load,
   * hundreds of calls wait for their commit, and the garbage collector would copy every parsed event again and again.
   */
  function accept(envelope: Envelope, facts: RequestFacts = {}): Promise<EventResult[]> {
    const receivedAt = now()
    const today = berlinDate(receivedAt)
    const checked = envelope.events.map((raw) => checkEvent(raw, today, funnelOf))
    if (facts.onlyOrders && !checked.some((one) => one.ok && one.event.type === 'complete'))
      return Promise.reject(lowDisk())
    const context = {
      envelope,
      userAgent: readUserAgent(facts.userAgent),
      receivedAt,
      fingerprintKey: key,
      newOrderNumber: () => orderNumber(randomBytes),
      ...(facts.emailLater && { emailFrom: startOfNextDay(receivedAt) }),
    }
    if (!checked.some(acceptsTexts)) return submit(checked, context, facts)
    return checkOrders(checked, receivedAt).then((rechecked) => submit(rechecked, context, facts))
  }

  /** Checks what orders refer to. Uploads are checked last, because those of a rejected order must not be kept. */
  async function checkOrders(checked: readonly CheckedEvent[], at: number): Promise<readonly CheckedEvent[]> {
    const withTexts = await checkTexts(texts, checked)
    return withTexts.some(ordersFiles) ? checkUploads(store.uploads, withTexts, at) : withTexts
  }

  function submit(checked: readonly CheckedEvent[], context: EventContext, facts: RequestFacts) {
    const pending = toPendingEvents(checked, context)
    const events = pending.flatMap((one) => (one.kind === 'accepted' ? one.row : []))
    const rejections = pending.flatMap((one) => (one.kind === 'rejected' ? one.rejection : []))
    // The functions below wait for the commit. They must not keep the request in memory, so they do not use the context.
    const urgent = isUrgent(context.envelope, events)
    const committed = commitReserved(facts, { events, rejections }, () => {
      if (rejections.length > 0) lanes.note(rejections)
      return events.length > 0 ? lanes.submit(events, urgent) : Promise.resolve([])
    })
    const outcomes = committed.then(
      (appended) => new Map(events.map((event, index) => [event, appended[index]!])),
    )
    return resultsOf(pending, outcomes, facts.runSecret)
  }

  async function resultsOf(
    pending: readonly PendingEvent[],
    outcomes: Promise<ReadonlyMap<NewEventRow, AppendResult>>,
    runSecret: string | undefined,
  ): Promise<EventResult[]> {
    const appended = await outcomes
    const results: EventResult[] = []
    for (const one of pending) {
      const result = await resultOf(store, one, { appended, runSecret })
      metrics.countEvent(one.type ?? 'unknown', result.status)
      results.push(result)
    }
    return results
  }

  const replays = createReplays({
    store,
    funnelOf,
    fingerprintKey: key,
    now,
    async append(events) {
      const { dedupeWindowMs, appendClock } = { ...defaults, ...deps.settings }
      const appended = await store.log.append({
        events,
        dedupeWindowMs,
        ...(appendClock && { now: appendClock() }),
      })
      if (appended.some(({ status }) => status === 'stored')) for (const listener of listeners) listener()
      return appended
    },
  })

  return {
    accept,
    /** Replays rejected events. */
    replays,
    /** Calls the listener after each commit that stored events. */
    onCommit: (listener: () => void) => void listeners.push(listener),
    flush: () => lanes.flush(),
    drain: () => lanes.drain(),
    pending: () => lanes.pending,
  }
}

function openLanes({ store, log, metrics, settings, timers }: IngestDeps, onStored: () => void) {
  const { dedupeWindowMs, appendClock, ...laneSettings } = { ...defaults, ...settings }
  const limited = createLimitedLog(log)
  return new Lanes({
    ...laneSettings,
    timers: timers ?? realTimers,
    append: (batch) =>
      metrics.timeCommit(batch.events.length, () =>
        store.log.append({ ...batch, dedupeWindowMs, ...(appendClock && { now: appendClock() }) }),
      ),
    committed: (appended) => {
      if (appended.some(({ status }) => status === 'stored')) onStored()
    },
    failed: (error) =>
      limited({ level: 'error', fields: { err: error }, message: 'a commit of events failed' }),
  })
}
