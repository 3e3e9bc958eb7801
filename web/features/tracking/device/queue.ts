import type { WireEventType } from '#domain/events/wire-events.ts'
import { eventPriorities } from '#domain/limits.ts'

export interface Entry {
  readonly id: string
  readonly type: WireEventType
  /** Event as it is sent to the service. Serialized when the event is tracked, because the form may change later. */
  readonly json: string
  /** Event as it is stored on the device: without the form fields that must not be stored there. */
  readonly safe: string
  /** Context at the time of the event, as JSON. The event may be from an earlier visit with another context. */
  readonly context: string
  /** Whether the entry has been written to IndexedDB. */
  saved: boolean
  /** Whether the visitor has deleted the stored data. If so, the entry must only be sent, not written again. */
  erased?: boolean
  /**
   * How the entry is being sent. Undefined if it is not being sent.
   *
   * - `page`: by a normal request
   * - `keepalive`: by a keepalive request
   * - `beacon`: by a beacon, whose outcome is unknown
   */
  flight?: 'page' | 'keepalive' | 'beacon' | undefined
}

/** Queue of the events that the service has not confirmed yet. Its capacity is limited. */
export interface Queue {
  has(id: string): boolean
  /** Adds an entry. If the queue is full, drops the least important entry and returns it. */
  add(entry: Entry): Entry | undefined
  remove(id: string): void
  /** Returns all entries, oldest first. */
  all(): Entry[]
  /** Returns the entries that are not being sent, oldest first. */
  waiting(): Entry[]
}

export function createQueue(capacity = 1000): Queue {
  const entries = new Map<string, Entry>()
  // Sort by id, because ids are ordered by time. The insertion order differs: entries of earlier visits are added when
  // the queue may already contain entries of this visit.
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
 * Maximum number of characters of the events in a request. Even a slow phone can send this number within the timeout of
 * 8 s. The service would accept far more.
 */
const maxBatchCharacters = 60_000

/**
 * Splits entries into batches, one for each request. Keeps the order of the entries. A batch contains at most
 * `maxEvents` entries, all with the same context.
 */
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
