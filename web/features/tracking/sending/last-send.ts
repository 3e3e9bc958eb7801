import { type Body, headOf, restOf, compressionThreshold } from './envelope.ts'
import { type Deflated, deflate, gzip } from './gzip.ts'
import { maxEvents } from '#domain/limits.ts'
import { post } from './post.ts'
import { type Entry, type Queue, batchesOf } from '#web/features/tracking/device/queue.ts'
import type { Sender } from './sender.ts'

/** Maximum total size in bytes of the keepalive bodies in flight. Browsers allow 64 KB, including headers. */
const keepaliveBytes = 60_000

/**
 * Sends pending events when the page is hidden or unloaded. Starts the requests synchronously, because the browser may
 * run no further code of the page. Marks the requests as final, so that the service stores their events without delay.
 */
export interface LastSend {
  /**
   * Compresses large batches in advance, because `send` cannot wait for the compression. Must be called whenever the
   * queue has changed.
   */
  prepare(): void
  /**
   * Sends pending events. If `leaving` is true, the browser will abort normal requests in flight. The events of these
   * requests are therefore sent again.
   */
  send(leaving: boolean): void
  /**
   * Must be called when the page is shown again. Events sent by beacon become pending again, because the outcome of a
   * beacon is unknown.
   */
  back(): void
}

interface Prepared extends Deflated {
  ids: readonly string[]
}

export function createLastSend(options: {
  url: string
  queue: Queue
  sender: Sender
  now: () => number
}): LastSend {
  const { url, queue, sender, now } = options
  let prepared: Prepared[] = []
  let preparing = false
  let freeBytes = keepaliveBytes

  async function prepare() {
    const next: Prepared[] = []
    for (const batch of batchesOf(queue.all(), maxEvents)) {
      const ids = batch.map((entry) => entry.id)
      const rest = restOf(
        batch.map((entry) => entry.json),
        batch[0]!.context,
      )
      if (rest.length <= compressionThreshold) continue
      const known = prepared.find((one) => one.ids.join() === ids.join())
      const deflated = known ?? (await deflate(rest))
      if (deflated) next.push({ ...deflated, ids })
    }
    prepared = next
  }

  function bodyOf(batch: Entry[]): Body {
    const events = batch.map((entry) => entry.json)
    const ready = prepared.find(({ ids }) => ids.every((id, index) => batch[index]?.id === id))
    const packed = ready && gzip(headOf(now(), true, events.slice(ready.ids.length)), ready)
    return packed ?? headOf(now(), true) + restOf(events, batch[0]!.context)
  }

  function sendBatch(batch: Entry[]) {
    const body = bodyOf(batch)
    const size = typeof body === 'string' ? new Blob([body]).size : body.length
    if (size <= freeBytes) return void deliver(batch, body, size)
    const middle = batch.length >> 1
    if (middle === 0 || freeBytes < 500) return
    // Send the newer half first, because the newest events describe the departure. Events that exceed the quota remain
    // in the outbox for the next visit.
    sendBatch(batch.slice(middle))
    sendBatch(batch.slice(0, middle))
  }

  async function deliver(batch: Entry[], body: Body, size: number) {
    if (!('keepalive' in Request.prototype)) return beacon(batch)
    const sending = post(url, body, { keepalive: true })
    // Only now, because a browser that closes the tab can stop this script before the request has started.
    freeBytes -= size
    for (const entry of batch) entry.flight = 'keepalive'
    const outcome = await sending
    freeBytes += size
    sender.settle(batch, outcome, 'keepalive')
    // Use a beacon instead. Other requests may have used up the page's quota for the bodies of keepalive requests.
    if (outcome.kind === 'failed' && outcome.reason === 'network') beacon(batch)
  }

  function beacon(batch: Entry[]) {
    const events = batch.map((entry) => entry.json)
    const text = headOf(now(), true) + restOf(events, batch[0]!.context)
    const accepted = navigator.sendBeacon?.(url, new Blob([text], { type: 'application/json' }))
    if (accepted) for (const entry of batch) entry.flight = 'beacon'
  }

  return {
    prepare() {
      if (preparing) return
      preparing = true
      setTimeout(() => {
        preparing = false
        void prepare()
      })
    },
    send(leaving) {
      const entries = queue.all().filter(({ flight }) => !flight || (leaving && flight === 'page'))
      for (const batch of batchesOf(entries, maxEvents).toReversed()) sendBatch(batch)
    },
    back() {
      for (const entry of queue.all()) if (entry.flight === 'beacon') entry.flight = undefined
    },
  }
}
