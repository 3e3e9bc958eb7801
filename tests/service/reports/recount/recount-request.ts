import { funnelByType } from '#domain/funnels/index.ts'
import { matches, within } from './recount-figures.ts'
import type { World } from './recount-worlds.ts'

/**
 * Returns the runs that the drop-off report of a world counts, and the funnel's version and price. A world is a random
 * set of runs and a report request. The runs began in the requested range and match the requested funnel, version and
 * filter.
 */
export function ofReport({ runs, range, funnel, version: requested, filter }: World) {
  const ofFunnel = within(runs, range).filter((run) => run.funnel === funnel)
  const { version: present, price } = funnelByType(funnel)!
  const newest = ofFunnel.length === 0 ? present : Math.max(...ofFunnel.map((run) => run.version))
  const version = requested ?? newest
  const matching = ofFunnel.filter((run) => matches(run, filter))
  return { version, price: price.premium, runs: matching.filter((run) => run.version === version) }
}

export function dropOffQuery({ past, range, funnel, version, filter }: World) {
  const ofVersion = version === undefined ? {} : { funnelVersion: version }
  return { funnel, ...range, ...filter, ...past, ...ofVersion }
}
