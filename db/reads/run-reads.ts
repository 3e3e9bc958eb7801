import type { StoredEventType } from '#domain/events/stored-event.ts'

/**
 * Maximum number of events, or of vault rows, that one read returns for a run. A run within its limits has fewer: 501
 * events of the visitor, at most one `lapsed` after each, and a few other events of the service. Earlier versions
 * stored longer runs; only their newest events are read.
 */
export const maxRunEvents = 1200

/**
 * Maximum size in bytes of what one read returns for a run, counted as the JSON of the events or as the encrypted
 * values. A run within its limits is smaller: 1 MB from the visitor, plus a `complete` and the service's events.
 */
export const maxRunBytes = 2 * 1024 * 1024

/** Maximum size in bytes of the JSON in one page, whether of events or of run states. */
export const maxPageBytes = 4 * 1024 * 1024

/** Maximum number of events in one page when the events of several runs are read together. */
export const maxPageEvents = 2000

/** Types of events that a visitor can cause without limit. They are skipped when an order is read. */
export const repeatableTypes: readonly StoredEventType[] = [
  'start',
  'step',
  'invalid',
  'email',
  'abandon',
  'lapsed',
]

/**
 * Returns the rows from the first one until their total size reaches `limit` bytes, including the row that reaches it.
 */
export function takeBytes<Row>(rows: Iterable<Row>, limit: number, bytesOf: (row: Row) => number): Row[] {
  const taken: Row[] = []
  let bytes = 0
  for (const row of rows) {
    taken.push(row)
    bytes += bytesOf(row)
    if (bytes >= limit) break
  }
  return taken
}
