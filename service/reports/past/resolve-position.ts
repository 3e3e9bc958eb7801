import type { Store } from '#db/ports/store.ts'
import { parseMoment } from '#domain/time/berlin-moment.ts'
import { isoTime } from '#domain/time/durations.ts'
import { Problem } from '#service/http/errors.ts'

interface Times {
  /** Last position that reports include. */
  checkpoint: number
  /** ms since the epoch */
  now: number
}

/**
 * Returns the position of the log at a minute in Berlin, or the last one that reports include if they have not counted
 * all earlier events yet. Throws a 400 problem for a time in the future or before the first event.
 */
export async function resolvePosition(
  { log }: { log: Pick<Store['log'], 'positionAt' | 'timeAt'> },
  moment: string,
  { checkpoint, now }: Times,
): Promise<number> {
  const instant = parseMoment(moment)!
  if (instant > now) throw wrongMoment('moment-in-the-future', `read "${moment}", must not be in the future`)
  const position = await log.positionAt(instant)
  if (position > 0) return Math.min(position, checkpoint)
  const firstAt = await log.timeAt(1)
  throw wrongMoment(
    'moment-before-the-first-event',
    `read "${moment}", ${firstAt === undefined ? 'there are no events yet' : `the first event was received at ${isoTime(firstAt)}`}`,
  )
}

function wrongMoment(type: string, detail: string): Problem {
  return new Problem({
    status: 400,
    type,
    title: 'There is no report as of this time',
    detail: `asOf: ${detail}.`,
    extensions: { parameter: 'asOf' },
  })
}
