import { moreHitsTail } from './exact-tails.ts'
import { slicedDimensions } from '#domain/operations/alert.ts'
import type { Slice } from './series.ts'
import { type Period, type Summed, compare, excessOf } from './usual.ts'

/** A part is named if it has at least this share of all excess hits, and at most this share of the runs. */
const minExcess = 0.8
const maxRuns = 0.75
/** Minimum number of other runs. With fewer, it is unknown whether they have the fault. */
const minOthers = 10
/** The other runs have the fault as well if so many hits among them have a lower probability than this. */
const usual = 0.01

/**
 * Returns the parts of the runs to which a fault is limited: at most one value of each dimension, which has nearly all
 * excess hits, while the other runs are as usual. `slices` are the series of all parts with the subject of the fault.
 */
export function findSlices(slices: readonly Summed[], period: Period): Slice[] {
  return slicedDimensions.flatMap((dimension) => {
    const parts = slices.filter(({ slice }) => slice?.dimension === dimension)
    const found = parts.find((part) => isLimitedTo(part, parts, period))
    return found ? [found.slice!] : []
  })
}

function isLimitedTo(part: Summed, parts: readonly Summed[], period: Period): boolean {
  const others = { all: 0, hits: 0, usualAll: 0, usualHits: 0 }
  let excess = excessOf(part, period)
  const own = { excess, ...compare(part, period) }
  for (const other of parts) {
    if (other === part) continue
    const counts = compare(other, period)
    for (const name of ['all', 'hits', 'usualAll', 'usualHits'] as const) others[name] += counts[name]
    excess += excessOf(other, period)
  }
  return (
    own.excess > 0 &&
    own.excess >= minExcess * excess &&
    own.all <= maxRuns * (own.all + others.all) &&
    others.all >= minOthers &&
    moreHitsTail(others) > usual
  )
}
