import { type Body, headOf, restOf, worthPacking } from './envelope.ts'
import { type Deflated, deflate, gzip } from './gzip.ts'
import { post } from './post.ts'
import { type Entry, type Queue, batchesOf } from './queue.ts'
import type { Sender } from './sender.ts'

/** Browsers refuse more than 64 KB of bodies under way that outlive their page; headers need some room. */
const keepaliveBytes = 60_000
const mostEvents = 50

/** Sends what waits when the page is hidden or left: synchronously, without a lock, marked as final. */
export interface LastSend {
  /** Compresses ahead what is large; call it whenever the queue changed. */
  prepare(): void
  /** `leaving`: the page's own requests will be cut off, so what is under way with them goes again. */
  send(leaving: boolean): void
  /** The page is shown again: nobody will tell what became of its beacons. */
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
  let free = keepaliveBytes

  async function prepare() {
    const next: Prepared[] = []
    for (const batch of batchesOf(queue.all(), mostEvents)) {
      const ids = batch.map((entry) => entry.id)
      const rest = restOf(
        batch.map((entry) => entry.json),
        batch[0]!.context,
      )
      if (rest.length <= worthPacking) continue
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
    if (size <= free) return void deliver(batch, body, size)
    const middle = batch.length >> 1
    if (middle === 0 || free < 500) return
    // What does not fit stays in the outbox for the next visit; the newest say most about the departure.
    sendBatch(batch.slice(middle))
    sendBatch(batch.slice(0, middle))
  }

  async function deliver(batch: Entry[], body: Body, size: number) {
    if (!('keepalive' in Request.prototype)) return beacon(batch)
    free -= size
    for (const entry of batch) entry.flight = 'keepalive'
    const outcome = await post(url, body, true)
    free += size
    sender.settle(batch, outcome, 'keepalive')
    // Other bodies may have used up what the browser allows a page.
    if (outcome.kind === 'failed' && outcome.reason === 'network') beacon(batch)
  }

  function beacon(batch: Entry[]) {
    const events = batch.map((entry) => entry.json)
    const text = headOf(now(), true) + restOf(events, batch[0]!.context)
    const taken = navigator.sendBeacon?.(url, new Blob([text], { type: 'application/json' }))
    if (taken) for (const entry of batch) entry.flight = 'beacon'
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
      for (const batch of batchesOf(entries, mostEvents).toReversed()) sendBatch(batch)
    },
    back() {
      for (const entry of queue.all()) if (entry.flight === 'beacon') entry.flight = undefined
    },
  }
}
