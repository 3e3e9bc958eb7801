import { sizeOfRejection, unstoredBytes } from '#db/ports/append-rows.ts'
import type { AppendResult, Rejection } from '#db/ports/event-log.ts'
import type { NewEventRow } from '#db/ports/new-event-row.ts'

export interface Reservation {
  /**
   * Counts bytes towards the limit of the client, and rejects if the limit is exceeded. `bytes` is the maximum size of
   * what the request will store.
   */
  reserve?: ((bytes: number) => Promise<void>) | undefined
  /** Called with the number of reserved bytes that the request did not need. */
  release?: ((bytes: number) => void) | undefined
}

/**
 * Reserves the maximum number of bytes that a request will store, and commits. Then releases the bytes that its events
 * did not need, or all bytes of its events if the commit failed. The bytes of rejections remain reserved.
 */
export function commitReserved(
  { reserve, release }: Reservation,
  { events, rejections }: { events: readonly NewEventRow[]; rejections: readonly Rejection[] },
  commit: () => Promise<AppendResult[]>,
): Promise<AppendResult[]> {
  const eventBytes = events.reduce((sum, { bytes }) => sum + bytes, 0)
  const rejectedBytes = rejections.reduce((sum, one) => sum + sizeOfRejection(one), 0)
  const run = () => (release && events.length > 0 ? releaseUnused(commit(), eventBytes, release) : commit())
  return reserve ? reserve(eventBytes + rejectedBytes).then(run) : run()
}

async function releaseUnused(
  committed: Promise<AppendResult[]>,
  reserved: number,
  release: (bytes: number) => void,
): Promise<AppendResult[]> {
  let used = 0
  try {
    const appended = await committed
    for (const one of appended) used += one.status === 'stored' ? one.bytes : unstoredBytes
    return appended
  } finally {
    release(Math.max(0, reserved - used))
  }
}
