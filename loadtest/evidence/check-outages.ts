import type { Acknowledged } from '#loadtest/journey/record.ts'
import type { Finding } from './evidence.ts'

/** A failover: when it began and when another node was the primary, in ms since the epoch. */
export interface Failover {
  what: string
  beganAt: number
  promotedAt: number
}

/** Maximum time in seconds without a stored event during a failover. */
const maxOutage = 30
/** Maximum time in seconds from the promotion of the new primary to the first stored event. */
const maxAfterPromotion = 5

/**
 * Measures from the clients' record how long no event was stored around each failover, and how long after the promotion
 * of the new primary the first one was.
 */
export function checkOutages(
  failovers: readonly Failover[],
  acknowledged: readonly Acknowledged[],
): Finding[] {
  const stored = acknowledged
    .filter(({ status }) => status === 'stored')
    .map(({ at }) => at)
    .toSorted((one, other) => one - other)
  return failovers.flatMap(({ what, beganAt, promotedAt }, index) => {
    const end = failovers[index + 1]?.beganAt ?? Infinity
    const last = stored.findLast((at) => at <= beganAt) ?? beganAt
    const times = [last, ...stored.filter((at) => at > beganAt && at < end)]
    const gaps = times.slice(1).map((at, place) => at - times[place]!)
    const first = times.find((at) => at >= promotedAt)
    return [
      seconds(
        `${what}: seconds without a stored event`,
        gaps.length > 0 ? Math.max(...gaps) : Infinity,
        maxOutage,
      ),
      seconds(
        `${what}: seconds from the promotion to a stored event`,
        first === undefined ? Infinity : first - promotedAt,
        maxAfterPromotion,
      ),
    ]
  })
}

function seconds(what: string, ms: number, max: number): Finding {
  const found = Math.round(ms / 100) / 10
  return {
    what,
    expected: max,
    found,
    faults: found > max ? [`${found} s, at most ${max} s are allowed`] : [],
  }
}
