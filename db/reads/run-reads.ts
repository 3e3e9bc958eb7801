import type { StoredEventType } from '#domain/events/stored-event.ts'

/**
 * Maximum number of events, or of rows in the vault, that one read returns for a run. A run within the limits of ingest
 * has fewer: at most 501 events of the visitor, one `lapsed` after each, and a few other events of the service. Earlier
 * versions of the service stored more events per run. Of such a run, only the newest events are read.
 */
export const maxRunEvents = 1200

/**
 * Maximum size in bytes of what one read returns for a run: the JSON of the events, or the encrypted values. A run
 * within the limits of ingest is smaller: 1 MB from the visitor, plus a `complete` and the service's events.
 */
export const maxRunBytes = 2 * 1024 * 1024

/** Maximum size in bytes of the JSON in one page of events or of run states. */
export const maxPageBytes = 4 * 1024 * 1024

/** Maximum number of events in one page when the events of several runs are read together. */
export const maxPageEvents = 2000

/** Types of events that a run can contain many times. They are skipped when an order is read. */
export const repeatableTypes: readonly StoredEventType[] = [
  'start',
  'step',
  'invalid',
  'email',
  'abandon',
  'lapsed',
]

/** Takes rows until their total size is at least `limit` bytes. The row that reaches the limit is included. */
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
