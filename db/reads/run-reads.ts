import type { StoredEventType } from '#domain/events/stored-event.ts'

/**
 * Maximum number of events, or vault rows, of one run that are read at once. A run within its limits has fewer: 501
 * events of the visitor, at most one `lapsed` after each, and a few other events of the service. Earlier versions
 * stored longer runs, of which only the newest events are read.
 */
export const maxRunEvents = 1200

/**
 * Maximum bytes of the JSON of these events, or of these encrypted values: 1 MB from the visitor, plus a `complete` and
 * the service's events.
 */
export const maxRunBytes = 2 * 1024 * 1024

/** Maximum bytes of JSON in one page of events, or of states in a page of runs. */
export const maxPageBytes = 4 * 1024 * 1024

/** Maximum number of events in a page of several runs. */
export const maxPageEvents = 2000

/** Types of events that a visitor can repeat without limit; an order is read without them. */
export const repeatableTypes: readonly StoredEventType[] = [
  'start',
  'step',
  'invalid',
  'email',
  'abandon',
  'lapsed',
]

/**
 * Returns the first rows until their bytes reach a limit, including the row that reaches it, so always at least one.
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
