import type { FunnelOf } from '#domain/funnels/index.ts'
import { triedFunnel } from './tried-funnel.ts'

/** Field that the pages of an invented earlier release send. The funnels of the product never had it. */
export const removedField = 'adresszusatz'

/**
 * Returns the funnels of the release that the demo starts: the one that mends the rejections which the previous release
 * has caused. The demo is filled with the previous release, so its rejected events wait to be replayed.
 */
export const mendedFunnel: FunnelOf = (type) => {
  const funnel = triedFunnel(type)
  return funnel && { ...funnel, earlierFields: { ...funnel.earlierFields, [removedField]: 'dropped' } }
}
