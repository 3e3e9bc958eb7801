import { newEventId } from './event-id.ts'
import { type Lease, leaseEvents } from './lease.ts'
import { makeEntry } from './make-entry.ts'
import { type LastSend, createLastSend } from '#web/features/tracking/sending/last-send.ts'
import { type Outbox, createOutbox } from '#web/features/tracking/device/outbox.ts'
import { type Entry, createQueue } from '#web/features/tracking/device/queue.ts'
import { createRepeats } from './repeats.ts'
import { Sender } from '#web/features/tracking/sending/sender.ts'
import type { TrackedEvent, WireContext } from './tracked-event.ts'
import { onPageHide } from '#web/ui/on-page-hide.ts'

export interface TrackerOptions {
  /** URL to which events are sent. Default `/api/events`. A URL of another origin would need preflight requests. */
  url?: string
  /**
   * Returns the current context. Called for each event when it is tracked. The event keeps this context, even if a
   * later visit sends it.
   */
  context: () => WireContext
  /** Returns whether marketing consent is given. Without consent, only `start` and `email` are stored on the device. */
  hasConsent: () => boolean
  /** Names of form fields whose values are never stored on the device. Names may be added after the tracker is made. */
  secretFields: ReadonlySet<string>
  now?: () => number
  /** Returns a number in [0, 1) for the jitter of retries. */
  random?: () => number
}

export interface Tracker {
  /**
   * Queues an event. Ignores it if another event of the last 30 s had the same content. Returns whether it was queued.
   * Never throws or blocks.
   */
  track(event: TrackedEvent): boolean
  /**
   * Sends all pending events, which the service then commits at once. Resolves when the service has responded or sending
   * failed. Never rejects.
   */
  flush(): Promise<void>
  /**
   * Registers a listener that is called when the page is hidden or unloaded, just before pending events are sent.
   * Returns a function that removes the listener. A DOM listener for `pagehide` could run after the events have been
   * sent, even if it were a capturing listener.
   */
  onLeave(listener: LeaveListener): () => void
  /**
   * Reserves pending events of this context for the request of `sendComplete`. No other request sends them until the
   * lease is settled.
   */
  lease(context: string): Lease
  /** Must be called when consent is given or withdrawn. Stores pending events on the device or removes them from it. */
  followConsent(): Promise<void>
  /**
   * Removes all events from the device. Pending events are still sent from memory. They are lost if the page is
   * unloaded before they could be sent.
   */
  clearDevice(): void
  /** Stops timers and listeners. Pending events remain on the device for the next visit. */
  stop(): void
}

export type LeaveListener = (trigger: 'pagehide' | 'hidden') => void

/** Creates a tracker that sends each event until the service has confirmed it, so possibly more than once. */
export function createTracker(options: TrackerOptions): Tracker {
  return new PageTracker(options)
}

class PageTracker implements Tracker {
  #options: TrackerOptions
  #now: () => number
  #queue = createQueue()
  #outbox: Outbox
  #sender: Sender
  #lastSend: LastSend
  #unlessRepeated: ReturnType<typeof createRepeats>
  #listening = new AbortController()
  #leaveListeners = new Set<LeaveListener>()
  #left = false

  constructor(options: TrackerOptions) {
    const { url = '/api/events', hasConsent, now = Date.now, random = Math.random } = options
    const queue = this.#queue
    this.#options = options
    this.#now = now
    this.#outbox = createOutbox(newEventId(), hasConsent)
    this.#sender = new Sender({ url, queue, outbox: this.#outbox, now, random })
    this.#lastSend = createLastSend({ url, queue, sender: this.#sender, now })
    this.#unlessRepeated = createRepeats(now)
    this.#listenToPage()
    void this.#arrive()
  }

  track(event: TrackedEvent) {
    try {
      const remember = this.#unlessRepeated(event)
      if (!remember) return false
      const entry = makeEntry(event, this.#now(), this.#options)
      this.#add(entry)
      remember()
      if (this.#left) this.#sendLast(true)
      else {
        void this.#outbox.save([entry])
        this.#sender.queued(entry)
      }
      return true
    } catch (error) {
      console.warn(`Tracking: ${event?.type} could not be queued:`, error)
      return false
    }
  }

  flush() {
    return this.#sender.drain({ final: true })
  }

  onLeave(listener: LeaveListener) {
    this.#leaveListeners.add(listener)
    return () => void this.#leaveListeners.delete(listener)
  }

  lease(context: string) {
    return leaseEvents(this.#queue, this.#sender, context)
  }

  async followConsent() {
    // Call `reduce` before anything is awaited. Without consent, it removes events from localStorage synchronously.
    await this.#outbox.reduce(this.#queue.all())
    const unsaved = this.#queue.all().filter((entry) => !entry.saved)
    if (unsaved.length) await this.#outbox.save(unsaved)
    this.#outbox.stash(this.#queue.all())
  }

  clearDevice() {
    this.#outbox.clear(this.#queue.all())
  }

  stop() {
    this.#listening.abort()
    this.#sender.stop()
    this.#outbox.close()
  }

  #add(entry: Entry) {
    const dropped = this.#queue.add(entry)
    if (dropped) this.#outbox.remove([dropped])
    this.#lastSend.prepare()
  }

  #listenToPage() {
    const { signal } = this.#listening
    const listen = (target: EventTarget, type: string, listener: (event: Event) => void) =>
      target.addEventListener(type, listener, { signal })
    listen(window, 'online', () => this.#sender.wake())
    listen(window, 'pageshow', (event) => (event as PageTransitionEvent).persisted && void this.#arrive())
    listen(document, 'visibilitychange', () =>
      document.hidden ? this.#leave('hidden') : void this.#arrive(),
    )
    onPageHide(() => {
      this.#leave('pagehide')
      this.#left = true
      this.#outbox.release()
    }, signal)
  }

  #leave(trigger: Parameters<LeaveListener>[0]) {
    for (const listener of this.#leaveListeners) listener(trigger)
    this.#sendLast(trigger === 'pagehide')
  }

  #sendLast(leaving: boolean) {
    this.#outbox.stash(this.#queue.all())
    if (leaving || !this.#sender.paused()) this.#lastSend.send(leaving)
  }

  async #arrive() {
    this.#left = false
    this.#lastSend.back()
    this.#sender.wake()
    await this.#outbox.adopt((entries) => this.#takeOver(entries))
    await this.followConsent()
  }

  #takeOver(entries: readonly Entry[]) {
    for (const entry of entries) if (!this.#queue.has(entry.id)) this.#add(entry)
    this.#outbox.stash(this.#queue.all())
    this.#sender.wake()
  }
}
