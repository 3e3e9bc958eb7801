import { bodyOf } from './envelope.ts'
import type { Outbox } from './outbox.ts'
import { type PostOutcome, post } from './post.ts'
import { type Entry, type Queue, batchesOf } from './queue.ts'
import { priorities } from './tracked-event.ts'

const laneWaitMs = 5000
const laneSize = 10
/** The service takes at most 50 events a request. */
const mostEvents = 50
const firstRetryMs = 500
const longestRetryMs = 60_000

export interface SenderOptions {
  url: string
  queue: Queue
  outbox: Outbox
  now: () => number
  random: () => number
}

export interface Sender {
  /** Call it after an entry was queued: high priority goes at once, the others after 5 s or 10 of them. */
  queued(entry: Entry): void
  /** Sends everything that waits; resolves when it is answered or cannot be sent now. */
  drain(): Promise<void>
  /** The network or the visitor is back: does not wait for the next retry, unless the service asked for a pause. */
  wake(): void
  /** Takes the answer to a request with these entries; false when there is no point in sending on. */
  settle(entries: readonly Entry[], outcome: PostOutcome, flight?: Entry['flight']): boolean
  /** The service asked for a pause that is not over. */
  paused(): boolean
  stop(): void
}

export function createSender({ url, queue, outbox, now, random }: SenderOptions): Sender {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let retrying = false
  let paused = false
  let stopped = false
  let most = mostEvents

  function wait(delay: number) {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(elapsed, delay)
  }

  function elapsed() {
    timer = undefined
    retrying = paused = false
    void drain()
  }

  function resume() {
    failures = 0
    if (!retrying) return
    clearTimeout(timer)
    timer = undefined
    retrying = false
  }

  function queued(entry: Entry) {
    if (priorities[entry.type] === 'high') void drain()
    else if (!retrying && queue.waiting().length >= laneSize) void drain()
    else if (timer === undefined) wait(laneWaitMs)
  }

  async function drain(): Promise<void> {
    if (!retrying) {
      clearTimeout(timer)
      timer = undefined
    }
    const newest = queue.all().at(-1)?.id ?? ''
    for (;;) {
      if (paused || stopped) break
      const batch = nextBatch(queue.waiting().filter((entry) => entry.id <= newest))
      if (!batch || !(await send(batch))) break
    }
    most = mostEvents
    const later = queue.waiting().length
    if (timer !== undefined || stopped || !later) return
    // Retries hold a full lane back, and the answer that ends them comes after the lane was counted.
    if (later >= laneSize) void drain()
    else wait(laneWaitMs)
  }

  function nextBatch(waiting: Entry[]): Entry[] | undefined {
    const batches = batchesOf(waiting, most)
    return batches.find((batch) => batch.some((entry) => priorities[entry.type] === 'high')) ?? batches[0]
  }

  async function send(entries: Entry[]): Promise<boolean> {
    for (const entry of entries) entry.flight = 'page'
    const events = entries.map((entry) => entry.json)
    return settle(entries, await post(url, await bodyOf(events, entries[0]!.context, now)))
  }

  function settle(
    entries: readonly Entry[],
    outcome: PostOutcome,
    flight: Entry['flight'] = 'page',
  ): boolean {
    // A request of the page that was cut off may have been taken over by one that outlives the page.
    for (const entry of entries) if (entry.flight === flight) entry.flight = undefined
    switch (outcome.kind) {
      case 'answered':
        return settleAnswered(entries, outcome.results)
      case 'tooLarge':
        if (entries.length === 1) drop(entries, 'larger than the service takes')
        most = entries.length === 1 ? mostEvents : Math.ceil(entries.length / 2)
        return true
      case 'refused':
        drop(entries, `refused with status ${outcome.status}`)
        return true
      case 'failed':
        retryLater(outcome.retryAfterMs)
        return false
    }
  }

  function settleAnswered(
    entries: readonly Entry[],
    results: Extract<PostOutcome, { kind: 'answered' }>['results'],
  ): boolean {
    const answers = new Map(results.map((result) => [result?.id, result]))
    for (const entry of entries) {
      const answer = answers.get(entry.id)
      if (answer?.status === 'rejected') warn([entry], 'rejected', answer.issues)
    }
    const answered = entries.filter((entry) => answers.has(entry.id))
    forget(answered)
    if (answered.length < entries.length) {
      retryLater()
      return false
    }
    if (!paused) resume()
    return true
  }

  function retryLater(retryAfterMs?: number) {
    if (retryAfterMs !== undefined) paused = true
    else if (retrying) return
    retrying = true
    // Spread, so that visitors whom one failure hit do not all come back together.
    if (retryAfterMs !== undefined) wait(retryAfterMs * (1 + 0.2 * random()))
    else wait(Math.min(longestRetryMs, firstRetryMs * 2 ** failures++) * (0.8 + 0.4 * random()))
  }

  function drop(entries: readonly Entry[], why: string) {
    warn(entries, why)
    forget(entries)
  }

  function forget(entries: readonly Entry[]) {
    for (const entry of entries) queue.remove(entry.id)
    outbox.remove(entries)
  }

  return {
    queued,
    drain,
    wake() {
      if (paused) return
      resume()
      void drain()
    },
    settle,
    paused: () => paused,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

function warn(entries: readonly Entry[], why: string, details?: unknown) {
  const names = entries.map((entry) => `${entry.type} ${entry.id}`).join(', ')
  console.warn(`Tracking: ${why}: ${names}`, ...(details === undefined ? [] : [details]))
}
