import { sizeOfEvents, sizeOfRejection, unstoredBytes } from '#db/ports/append-rows.ts'
import type { AppendResult, NewEvent, Rejection } from '#db/ports/event-log.ts'

export interface Reservation {
  /**
   * Adds the given bytes to the amount that the client has sent, and rejects if the client's limit is exceeded. The
   * bytes are the maximum size of the rows of a request.
   */
  reserve?: ((bytes: number) => Promise<void>) | undefined
  /** Called with the number of reserved bytes that were not used. */
  release?: ((bytes: number) => void) | undefined
}

/**
 * Reserves the bytes of the rows of a request, commits, and releases the bytes that the events did not use. If the
 * commit failed, all bytes of the events are released. The bytes of rejections remain reserved.
 */
export function commitReserved(
  { reserve, release }: Reservation,
  { events, rejections }: { events: readonly NewEvent[]; rejections: readonly Rejection[] },
  commit: () => Promise<AppendResult[]>,
): Promise<AppendResult[]> {
  const eventBytes = sizeOfEvents(events)
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
