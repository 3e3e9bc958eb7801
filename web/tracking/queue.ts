import type { WireEventType } from '#domain/events.ts'
import { priorities } from './tracked-event.ts'

export interface Entry {
  readonly id: string
  readonly type: WireEventType
  /** The event as it is sent: JSON, fixed when it happened, so that the page may change its form afterwards. */
  readonly json: string
  /** The event as it may be written to the device, without the secret fields. */
  readonly safe: string
  /** JSON of the context at the time of the event, which may be that of an earlier visit. */
  readonly context: string
  /** Whether IndexedDB has confirmed it. */
  saved: boolean
  /** How it is under way: with a request of the page, one that outlives the page, or a beacon, which has no answer. */
  flight?: 'page' | 'keepalive' | 'beacon' | undefined
}

/** Events that have no answer yet, at most `capacity`. */
export interface Queue {
  has(id: string): boolean
  /** Returns the entry that had to go when the queue was full. */
  add(entry: Entry): Entry | undefined
  remove(id: string): void
  /** Oldest first. */
  all(): Entry[]
  /** Those not under way, oldest first. */
  waiting(): Entry[]
}

export function createQueue(capacity = 1000): Queue {
  const entries = new Map<string, Entry>()
  // Ids sort by time; entries of an earlier visit may be added later.
  const all = () => [...entries.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    has: (id) => entries.has(id),
    add(entry) {
      entries.set(entry.id, entry)
      if (entries.size <= capacity) return undefined
      const dropped = leastWanted(all())
      entries.delete(dropped.id)
      return dropped
    },
    remove: (id) => void entries.delete(id),
    all,
    waiting: () => all().filter((entry) => !entry.flight),
  }
}

function leastWanted(oldestFirst: Entry[]): Entry {
  for (const priority of ['low', 'medium'])
    for (const entry of oldestFirst) if (priorities[entry.type] === priority) return entry
  return oldestFirst[0]!
}

/** Characters of events in one request: an upload of 8 s on a slow phone, and well below the bound of the service. */
const longestBatch = 60_000

/** Splits entries into requests: one context each, at most `most` events, in the order given. */
export function batchesOf(entries: readonly Entry[], most: number): Entry[][] {
  const open = new Map<string, { batch: Entry[]; length: number }>()
  const batches: Entry[][] = []
  for (const entry of entries) {
    let last = open.get(entry.context)
    if (!last || last.batch.length >= most || last.length + entry.json.length > longestBatch) {
      open.set(entry.context, (last = { batch: [], length: 0 }))
      batches.push(last.batch)
    }
    last.batch.push(entry)
    last.length += entry.json.length
  }
  return batches
}
