import type { Context } from 'hono'
import { minuteMs } from '#domain/time/durations.ts'
import { tooManyRequests } from '#service/http/rate-limit.ts'

/**
 * Different past reports that the readers of one link may request within a minute. The service keeps 8 and computes one
 * at a time (see `createKeptPasts`), and the readers of a link must leave some of that to everyone else.
 */
const pastsOfLink = { name: 'pasts-of-link', perMinute: 6 }

/** Parameters that decide which past is computed. */
const parameters = ['asOf', 'from', 'to', 'funnel', 'dayOf']

/**
 * Returns a function that throws a 429 problem if a request for a past report is one too many for its link. Requests for
 * a past that was requested within the last minute pass, because pages request the progress every second.
 */
export function limitPasts({ now }: { now: () => number }) {
  const ofLinks = new Map<string, Map<string, number>>()
  return (c: Context, linkId: string): void => {
    if (c.req.query('asOf') === undefined) return
    const past = JSON.stringify(parameters.map((name) => c.req.query(name)))
    const requested = ofLinks.get(linkId) ?? new Map<string, number>()
    ofLinks.set(linkId, requested)
    for (const [other, at] of requested) if (now() - at >= minuteMs) requested.delete(other)
    if (!requested.has(past) && requested.size >= pastsOfLink.perMinute) {
      const oldest = Math.min(...requested.values())
      throw tooManyRequests(pastsOfLink, oldest + minuteMs - now(), 'past reports')
    }
    requested.set(past, now())
  }
}
