import type { WireEventType } from '#domain/events/wire-events.ts'
import { eventPriorities } from '#domain/limits.ts'

export interface Entry {
  readonly id: string
  readonly type: WireEventType
  /** Event as sent, serialized when it was tracked, because the page may change the form afterwards. */
  readonly json: string
  /** Event as stored on the device, without secret fields. */
  readonly safe: string
  /** Context at the time of the event as JSON, possibly of an earlier visit. */
  readonly context: string
  /** Whether the entry has been written to IndexedDB. */
  saved: boolean
  /** Set when the visitor has deleted the stored data: the entry must not be written again, only sent from memory. */
  erased?: boolean
  /** How the entry is being sent: by a normal request, a keepalive request, or a beacon, whose outcome is unknown. */
  flight?: 'page' | 'keepalive' | 'beacon' | undefined
}

/** Events not yet confirmed by the service, at most `capacity`. */
export interface Queue {
  has(id: string): boolean
  /** Adds an entry. Returns the one dropped if the queue was full. */
  add(entry: Entry): Entry | undefined
  remove(id: string): void
  /** Oldest first. */
  all(): Entry[]
  /** Entries that are not in flight, oldest first. */
  waiting(): Entry[]
}

export function createQueue(capacity = 1000): Queue {
  const entries = new Map<string, Entry>()
  // Ids sort by time. Insertion order does not, because entries of earlier visits are added later.
  const all = () => [...entries.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  return {
    has: (id) => entries.has(id),
    add(entry) {
      entries.set(entry.id, entry)
      if (entries.size <= capacity) return undefined
      const dropped = leastImportant(all())
      entries.delete(dropped.id)
      return dropped
    },
    remove: (id) => void entries.delete(id),
    all,
    waiting: () => all().filter((entry) => !entry.flight),
  }
}

function leastImportant(oldestFirst: Entry[]): Entry {
  for (const priority of ['low', 'medium'])
    for (const entry of oldestFirst) if (eventPriorities[entry.type] === priority) return entry
  return oldestFirst[0]!
}

/**
 * Maximum characters of events per request: a slow phone can send them within the 8 s timeout, and the service accepts
 * far more.
 */
const maxBatchCharacters = 60_000

/** Splits entries into requests of one context and at most `maxEvents` events each, keeping their order. */
export function batchesOf(entries: readonly Entry[], maxEvents: number): Entry[][] {
  const open = new Map<string, { batch: Entry[]; length: number }>()
  const batches: Entry[][] = []
  for (const entry of entries) {
    let last = open.get(entry.context)
    if (!last || last.batch.length >= maxEvents || last.length + entry.json.length > maxBatchCharacters) {
      open.set(entry.context, (last = { batch: [], length: 0 }))
      batches.push(last.batch)
    }
    last.batch.push(entry)
    last.length += entry.json.length
  }
  return batches
}
