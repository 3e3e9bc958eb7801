import { newEventId } from './event-id.ts'
import { createLastSend } from '#web/features/tracking/sending/last-send.ts'
import { createOutbox } from '#web/features/tracking/device/outbox.ts'
import type { PostOutcome } from '#web/features/tracking/sending/post.ts'
import { type Entry, createQueue } from '#web/features/tracking/device/queue.ts'
import { createRepeats } from './repeats.ts'
import { createSender } from '#web/features/tracking/sending/sender.ts'
import type { TrackedEvent, WireContext } from './tracked-event.ts'

export interface TrackerOptions {
  /** Default `/api/events`. Should be same-origin to avoid a preflight. */
  url?: string
  /** Called for each event. An event is always sent with the context of its own time, even by a later visit. */
  context: () => WireContext
  /** Returns whether marketing consent is given; without it, only `start` and `email` are stored on the device. */
  hasConsent: () => boolean
  /** Names of form fields that are never stored on the device. May be extended later. */
  secretFields: ReadonlySet<string>
  now?: () => number
  /** Returns a number in [0, 1) for the jitter of retries. */
  random?: () => number
}

export interface Tracker {
  /** Queues an event, unless one of the last 30 s has the same content. Never throws or blocks. */
  track(event: TrackedEvent): void
  /** Sends all pending events. Resolves when the service has responded or sending failed. Never rejects. */
  flush(): Promise<void>
  /**
   * Registers a listener that is called when the page is hidden or unloaded, just before pending events are sent. A
   * separate DOM listener could run too late, because browsers do not call capturing ones first at `pagehide`. Returns
   * a function that removes the listener.
   */
  onLeave(listener: LeaveListener): () => void
  /** Leases pending events of this context to the request of `sendComplete`, oldest first, until it is settled. */
  lease(context: string): Lease
  /**
   * Must be called when consent is given or withdrawn. Writes pending events to the device or removes them.
   */
  followConsent(): Promise<void>
  /**
   * Removes everything from the device. Pending events are sent from memory; those not sent when the page is unloaded
   * are lost.
   */
  clearDevice(): void
  /** Stops timers and listeners. Pending events remain on the device for the next visit. */
  stop(): void
}

export type LeaveListener = (trigger: 'pagehide' | 'hidden') => void

export interface Lease {
  events: readonly string[]
  /** Ends the lease. If the whole request was rejected, the events return to the queue, because they may be valid. */
  settle(outcome: PostOutcome): void
}

/** Maximum number of events sent with an order; more would delay it. */
const maxEventsWithOrder = 20

/** Creates a tracker that delivers events at least once, despite failures of page, network or service. */
export function createTracker(options: TrackerOptions): Tracker {
  const { url = '/api/events', context, hasConsent, now = Date.now, random = Math.random } = options
  const secret = options.secretFields
  const queue = createQueue()
  const outbox = createOutbox(newEventId(), hasConsent)
  const sender = createSender({ url, queue, outbox, now, random })
  const lastSend = createLastSend({ url, queue, sender, now })
  const isRepeat = createRepeats(now)
  const listening = new AbortController()
  const leaveListeners = new Set<LeaveListener>()
  let left = false

  function add(entry: Entry) {
    const dropped = queue.add(entry)
    if (dropped) outbox.remove([dropped])
    lastSend.prepare()
  }

  function track(event: TrackedEvent) {
    try {
      if (isRepeat(event)) return
      const entry = makeEntry(event)
      add(entry)
      if (left) return sendLast(true)
      void outbox.save([entry])
      sender.queued(entry)
    } catch (error) {
      console.warn(`Tracking: ${event?.type} could not be queued:`, error)
    }
  }

  function makeEntry(event: TrackedEvent): Entry {
    const id = newEventId()
    const whole = { id, ...event, occurredAt: new Date(now()).toISOString() }
    const safe = JSON.stringify(whole, (key, value: unknown) => (secret.has(key) ? undefined : value))
    const json = JSON.stringify(whole)
    const around = JSON.stringify(context())
    // A missing context would invalidate the whole request.
    if (!around) throw new TypeError('context() returned nothing')
    return { id, type: event.type, json, safe, context: around, saved: false }
  }

  function leave(trigger: Parameters<LeaveListener>[0]) {
    for (const listener of leaveListeners) listener(trigger)
    sendLast(trigger === 'pagehide')
  }

  function sendLast(leaving: boolean) {
    outbox.stash(queue.all())
    if (leaving || !sender.paused()) lastSend.send(leaving)
  }

  async function arrive() {
    left = false
    lastSend.back()
    sender.wake()
    await outbox.show(true)
    await outbox.adopt(takeOver)
    await followConsent()
  }

  async function followConsent() {
    // Rewrites localStorage synchronously, before the first await.
    await outbox.reduce(queue.all())
    const unsaved = queue.all().filter((entry) => !entry.saved)
    if (unsaved.length) await outbox.save(unsaved)
    outbox.stash(queue.all())
  }

  function takeOver(entries: Entry[]) {
    for (const entry of entries) if (!queue.has(entry.id)) add(entry)
    outbox.stash(queue.all())
    sender.wake()
  }

  function lease(wanted: string): Lease {
    const same = queue.waiting().filter((entry) => entry.context === wanted)
    const entries = same.slice(-maxEventsWithOrder)
    for (const entry of entries) entry.flight = 'page'
    return {
      events: entries.map((entry) => entry.json),
      settle(outcome) {
        if (outcome.kind === 'answered' || outcome.kind === 'failed')
          return void sender.settle(entries, outcome)
        for (const entry of entries) entry.flight = undefined
        void sender.drain()
      },
    }
  }

  function listen(target: EventTarget, type: string, listener: (event: Event) => void) {
    target.addEventListener(type, listener, { signal: listening.signal })
  }

  listen(window, 'online', () => sender.wake())
  listen(window, 'pageshow', (event) => (event as PageTransitionEvent).persisted && void arrive())
  listen(document, 'visibilitychange', () => (document.hidden ? leave('hidden') : void arrive()))
  listen(window, 'pagehide', () => {
    leave('pagehide')
    left = true
    void outbox.show(false)
  })
  void arrive()

  return {
    track,
    flush: () => sender.drain(),
    onLeave(listener) {
      leaveListeners.add(listener)
      return () => void leaveListeners.delete(listener)
    },
    lease,
    followConsent,
    clearDevice: () => outbox.clear(queue.all()),
    stop() {
      listening.abort()
      sender.stop()
      outbox.close()
    },
  }
}
