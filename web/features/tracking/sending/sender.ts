import { bodyOf } from './envelope.ts'
import type { Outbox } from '#web/features/tracking/device/outbox.ts'
import { type PostOutcome, post } from './post.ts'
import { type Entry, type Queue, batchesOf } from '#web/features/tracking/device/queue.ts'
import { eventPriorities, laneSize, laneWaitMs, maxEvents } from '#domain/limits.ts'

const firstRetryMs = 500
const maxRetryMs = 60_000

export interface SenderOptions {
  url: string
  queue: Queue
  outbox: Outbox
  now: () => number
  random: () => number
}

export interface Sender {
  /**
   * Must be called after queueing an entry. Sends high priority immediately, others after 5 s or once 10 are pending.
   */
  queued(entry: Entry): void
  /** Sends all pending events. Resolves when the service has responded or sending failed. */
  drain(): Promise<void>
  /** Retries immediately, unless the service requested a pause. Called when the network or the visitor is back. */
  wake(): void
  /** Processes the outcome of a request with these entries. Returns false if sending must not continue. */
  settle(entries: readonly Entry[], outcome: PostOutcome, flight?: Entry['flight']): boolean
  /** Returns whether a pause requested by the service is in effect. */
  paused(): boolean
  stop(): void
}

export function createSender({ url, queue, outbox, now, random }: SenderOptions): Sender {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let retrying = false
  let paused = false
  let stopped = false
  let batchLimit = maxEvents

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
    if (eventPriorities[entry.type] === 'high') void drain()
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
    batchLimit = maxEvents
    const later = queue.waiting().length
    if (timer !== undefined || stopped || !later) return
    // `queued` does not send while retrying, so events may have accumulated meanwhile.
    if (later >= laneSize) void drain()
    else wait(laneWaitMs)
  }

  function nextBatch(waiting: Entry[]): Entry[] | undefined {
    const batches = batchesOf(waiting, batchLimit)
    return (
      batches.find((batch) => batch.some((entry) => eventPriorities[entry.type] === 'high')) ?? batches[0]
    )
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
    // Skip entries that a keepalive request has meanwhile taken over from an aborted request.
    for (const entry of entries) if (entry.flight === flight) entry.flight = undefined
    switch (outcome.kind) {
      case 'answered':
        return settleAnswered(entries, outcome.results)
      case 'tooLarge':
        if (entries.length === 1) drop(entries, 'larger than the service accepts')
        batchLimit = entries.length === 1 ? maxEvents : Math.ceil(entries.length / 2)
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
    const byId = new Map(results.map((result) => [result?.id, result]))
    for (const entry of entries) {
      const result = byId.get(entry.id)
      if (result?.status === 'rejected') warn([entry], 'rejected', result.issues)
    }
    const confirmed = entries.filter((entry) => byId.has(entry.id))
    forget(confirmed)
    if (confirmed.length < entries.length) {
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
    // Jitter prevents all visitors affected by one failure from retrying simultaneously.
    if (retryAfterMs !== undefined) wait(retryAfterMs * (1 + 0.2 * random()))
    else wait(Math.min(maxRetryMs, firstRetryMs * 2 ** failures++) * (0.8 + 0.4 * random()))
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
