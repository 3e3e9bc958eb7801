import type { EventResult } from '#domain/events/wire-events.ts'
import { bodyOf } from './envelope.ts'
import type { Outbox } from '#web/features/tracking/device/outbox.ts'
import { type PostOutcome, post } from './post.ts'
import { type Entry, type Queue, batchesOf } from '#web/features/tracking/device/queue.ts'
import { eventPriorities, laneSize, laneWaitMs, maxEvents } from '#domain/limits.ts'

const firstRetryMs = 500
const maxRetryMs = 60_000
/**
 * A request without a response is repeated after 4 s, so that a server that hung briefly costs little time. To a batch
 * without events of high priority the service responds only when its own wait for further events is over. The timeout
 * grows with the delays of the retries up to 30 s, so that a slow network still gets its response.
 */
const minTimeoutMs = { high: 4000, other: laneWaitMs + 3000 }
const maxTimeoutMs = 30_000

interface SenderOptions {
  url: string
  queue: Queue
  outbox: Outbox
  now: () => number
  random: () => number
}

/**
 * Sends the events of the queue in batches, one after the other. Retries after failures. Removes events that the
 * service has confirmed.
 */
export class Sender {
  #options: SenderOptions
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #retrying = false
  #paused = false
  #stopped = false
  #batchLimit = maxEvents

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /**
   * Must be called after an entry was queued. An entry of high priority is sent immediately. Other entries are sent
   * after 5 s, or as soon as 10 entries are pending.
   */
  queued(entry: Entry) {
    if (eventPriorities[entry.type] === 'high') void this.drain()
    else if (!this.#retrying && this.#waiting().length >= laneSize) void this.drain()
    else if (this.#timer === undefined) this.#wait(laneWaitMs)
  }

  /**
   * Sends all pending events. Resolves when the service has responded or sending failed. The service responds to `final`
   * events of any priority at once.
   */
  async drain({ final = false } = {}): Promise<void> {
    if (!this.#retrying) this.#clearTimer()
    const newest = this.#options.queue.all().at(-1)?.id ?? ''
    for (;;) {
      if (this.#paused || this.#stopped) break
      const batch = nextBatch(
        this.#waiting().filter((entry) => entry.id <= newest),
        this.#batchLimit,
      )
      if (!batch || !(await this.#send(batch, final))) break
    }
    this.#batchLimit = maxEvents
    const later = this.#waiting().length
    if (this.#timer !== undefined || this.#stopped || !later) return
    // While a retry was scheduled, `queued` did not send full batches. Many events may therefore be pending now.
    if (later >= laneSize) void this.drain()
    else this.#wait(laneWaitMs)
  }

  /**
   * Retries immediately, unless the service has requested a pause. Called when the network is available again or the
   * visitor returns to the page.
   */
  wake() {
    if (this.#paused) return
    this.#resume()
    void this.drain()
  }

  /** Processes the outcome of a request with these entries. Returns whether the next batch may be sent immediately. */
  settle(entries: readonly Entry[], outcome: PostOutcome, flight: Entry['flight'] = 'page'): boolean {
    // Skip entries with another `flight`: a keepalive request has taken them over and is still sending them.
    for (const entry of entries) if (entry.flight === flight) entry.flight = undefined
    switch (outcome.kind) {
      case 'answered':
        return this.#settleAnswered(entries, outcome.results)
      case 'tooLarge':
        if (entries.length === 1) this.#drop(entries, 'larger than the service accepts')
        this.#batchLimit = entries.length === 1 ? maxEvents : Math.ceil(entries.length / 2)
        return true
      case 'refused':
        this.#drop(entries, `refused with status ${outcome.status}`)
        return true
      case 'failed':
        this.#retryLater(outcome)
        return false
    }
  }

  /** Returns whether sending is paused because the service requested it. */
  paused(): boolean {
    return this.#paused
  }

  stop() {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  #waiting(): Entry[] {
    return this.#options.queue.waiting()
  }

  #wait(delay: number) {
    clearTimeout(this.#timer)
    if (!this.#stopped) this.#timer = setTimeout(() => this.#elapsed(), delay)
  }

  #clearTimer() {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #elapsed() {
    this.#timer = undefined
    this.#retrying = this.#paused = false
    void this.drain()
  }

  #resume() {
    this.#failures = 0
    if (!this.#retrying) return
    this.#clearTimer()
    this.#retrying = false
  }

  async #send(entries: Entry[], final: boolean): Promise<boolean> {
    const { url, now } = this.#options
    for (const entry of entries) entry.flight = 'page'
    const events = entries.map((entry) => entry.json)
    const isUrgent = final || entries.some(({ type }) => eventPriorities[type] === 'high')
    const minMs = isUrgent ? minTimeoutMs.high : minTimeoutMs.other
    const timeoutMs = Math.min(maxTimeoutMs, Math.max(minMs, this.#backoffMs()))
    const body = await bodyOf({ events, context: entries[0]!.context, final }, now)
    return this.settle(entries, await post(url, body, { timeoutMs }))
  }

  #settleAnswered(entries: readonly Entry[], results: readonly EventResult[]): boolean {
    const byId = new Map(results.map((result) => [result?.id, result]))
    for (const entry of entries) {
      const result = byId.get(entry.id)
      if (result?.status === 'rejected') warn([entry], 'rejected', result.issues)
    }
    const confirmed = entries.filter((entry) => byId.has(entry.id))
    this.#forget(confirmed)
    if (confirmed.length < entries.length) {
      this.#retryLater()
      return false
    }
    if (!this.#paused) this.#resume()
    return true
  }

  #retryLater({ retryAfterMs, reason }: { retryAfterMs?: number; reason?: string } = {}) {
    const { random } = this.#options
    if (retryAfterMs !== undefined) this.#paused = true
    else if (this.#retrying) return
    this.#retrying = true
    const backoff = this.#backoffMs()
    if (retryAfterMs === undefined) this.#failures++
    // Add jitter, so that the visitors affected by a failure do not all retry at the same time.
    if (retryAfterMs !== undefined) this.#wait(retryAfterMs * (1 + 0.2 * random()))
    // After a timeout, most of the delay is over.
    else this.#wait((reason === 'timeout' ? firstRetryMs : backoff) * (0.8 + 0.4 * random()))
  }

  #backoffMs(): number {
    return Math.min(maxRetryMs, firstRetryMs * 2 ** this.#failures)
  }

  #drop(entries: readonly Entry[], why: string) {
    warn(entries, why)
    this.#forget(entries)
  }

  #forget(entries: readonly Entry[]) {
    const { queue, outbox } = this.#options
    for (const entry of entries) queue.remove(entry.id)
    outbox.remove(entries)
  }
}

/** Returns the oldest batch with an event of high priority. If no batch has such an event, returns the oldest batch. */
function nextBatch(waiting: Entry[], maxBatch: number): Entry[] | undefined {
  const batches = batchesOf(waiting, maxBatch)
  return batches.find((batch) => batch.some((entry) => eventPriorities[entry.type] === 'high')) ?? batches[0]
}

function warn(entries: readonly Entry[], why: string, details?: unknown) {
  const names = entries.map((entry) => `${entry.type} ${entry.id}`).join(', ')
  console.warn(`Tracking: ${why}: ${names}`, ...(details === undefined ? [] : [details]))
}
