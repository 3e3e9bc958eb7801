import type { Store } from '#db/ports/store.ts'
import { isoTime } from '#domain/time/durations.ts'
import { Problem } from '#service/http/errors.ts'

/**
 * Throws a 400 problem if reports as of a position would need events that are no longer in the log. The problem names the
 * earliest position that can be reported, and its time.
 */
export async function refuseArchived(
  { log, archive }: Pick<Store, 'log' | 'archive'>,
  position: number,
): Promise<void> {
  const end = await archive.end()
  if (position > end) return
  const earliest = end + 1
  const at = await log.timeAt(earliest)
  throw new Problem({
    status: 400,
    type: 'moment-archived',
    title: 'There is no report as of this time',
    detail:
      `asOf: earlier events were archived. The earliest position is ${earliest}` +
      `${at === undefined ? '' : `, which the log reached at ${isoTime(at)}`}.`,
    extensions: {
      parameter: 'asOf',
      earliestPosition: earliest,
      ...(at !== undefined && { earliestTime: isoTime(at) }),
    },
  })
}
