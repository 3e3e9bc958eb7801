import { newEventId } from './event-id.ts'
import { createLastSend } from './last-send.ts'
import { createOutbox } from './outbox.ts'
import type { PostOutcome } from './post.ts'
import { type Entry, createQueue } from './queue.ts'
import { createRepeats } from './repeats.ts'
import { createSender } from './sender.ts'
import type { TrackedEvent, WireContext } from './tracked-event.ts'

export interface TrackerOptions {
  /** Same origin, so that no preflight is needed. Default `/api/events`. */
  url?: string
  /** Asked at each event; an event is sent with the context of its own time, also by a later visit. */
  context: () => WireContext
  /** Form fields that never touch the device and travel from memory only; may grow. Default: the IBANs of all funnels. */
  secretFields?: ReadonlySet<string>
  now?: () => number
  /** In [0, 1), for the jitter of retries. */
  random?: () => number
}

export interface Tracker {
  /** Takes an event, unless it says the same as one of the last 30 s. Never throws, never waits. */
  track(event: TrackedEvent): void
  /** Sends everything that waits now; resolves when it is answered or cannot be sent at present. Never rejects. */
  flush(): Promise<void>
  /**
   * Calls back while the page is being left or hidden, just before what waits is sent; a listener of one's own may come
   * too late, because browsers do not put capturing ones first at `pagehide`. Returns how to stop.
   */
  onLeave(listener: Farewell): () => void
  /** For `sendComplete`: lends events of this context to its request, oldest first, until it is settled. */
  lend(context: string): Loan
  /** Ends timers and listeners. What waits stays on the device for the next visit. */
  stop(): void
}

export type Farewell = (trigger: 'pagehide' | 'hidden') => void

export interface Loan {
  events: readonly string[]
  /** A refusal of the whole request says nothing about the events lent to it: they go back to the queue. */
  settle(outcome: PostOutcome): void
}

/** More than that would delay the order. */
const mostAlong = 20

/** Delivers events at least once, with their id, whatever happens to page, network and service (DESIGN 4). */
export function createTracker(options: TrackerOptions): Tracker {
  const { url = '/api/events', context, now = Date.now, random = Math.random } = options
  const secret = options.secretFields ?? new Set(['iban', 'bisherigeIban', 'neueBankdatenIban'])
  const queue = createQueue()
  const outbox = createOutbox(newEventId())
  const sender = createSender({ url, queue, outbox, now, random })
  const lastSend = createLastSend({ url, queue, sender, now })
  const isRepeat = createRepeats(now)
  const listening = new AbortController()
  const farewells = new Set<Farewell>()
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
      console.warn(`Tracking: ${event?.type} could not be taken:`, error)
    }
  }

  function makeEntry(event: TrackedEvent): Entry {
    const id = newEventId()
    const whole = { id, ...event, occurredAt: new Date(now()).toISOString() }
    const safe = JSON.stringify(whole, (key, value: unknown) => (secret.has(key) ? undefined : value))
    const json = JSON.stringify(whole)
    const around = JSON.stringify(context())
    // Left in, it would spoil the whole request.
    if (!around) throw new TypeError('context() gave nothing')
    return { id, type: event.type, json, safe, context: around, saved: false }
  }

  function leave(trigger: Parameters<Farewell>[0]) {
    for (const farewell of farewells) farewell(trigger)
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
    const unsaved = queue.all().filter((entry) => !entry.saved)
    if (unsaved.length) await outbox.save(unsaved)
    outbox.stash(queue.all())
  }

  function takeOver(entries: Entry[]) {
    for (const entry of entries) if (!queue.has(entry.id)) add(entry)
    outbox.stash(queue.all())
    sender.wake()
  }

  function lend(wanted: string): Loan {
    const same = queue.waiting().filter((entry) => entry.context === wanted)
    const entries = same.slice(-mostAlong)
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
      farewells.add(listener)
      return () => void farewells.delete(listener)
    },
    lend,
    stop() {
      listening.abort()
      sender.stop()
      outbox.close()
    },
  }
}
