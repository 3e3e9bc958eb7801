import type { SinceQuery } from '#db/ports/projection-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { Since } from '#domain/reports/as-of-shapes.ts'

/**
 * Counts the changes to a report's runs since a position. Uses one query per changed day, so that other reads can run
 * in between.
 */
export async function countSince(
  projections: Pick<Store['projections'], 'changedDays' | 'countSince'>,
  query: SinceQuery,
): Promise<Since> {
  const since = { position: query.upTo, events: 0, newRuns: 0, resumedRuns: 0, newOrders: 0 }
  for (const day of await projections.changedDays(query)) {
    const counts = await projections.countSince({ ...query, from: day, to: day })
    since.events += counts.events
    since.newRuns += counts.newRuns
    since.resumedRuns += counts.resumedRuns
    since.newOrders += counts.newOrders
  }
  return since
}
