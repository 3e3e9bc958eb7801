import { outcomeKinds } from '#domain/reports/counted-runs.ts'
import { rangeBefore } from '#domain/reports/day-range.ts'
import { funnels } from '#domain/funnels/index.ts'
import { overviewReport } from '#domain/reports/overview.ts'
import type { OverviewReport } from '#domain/reports/overview-shapes.ts'
import type { CountsSource } from './read-drop-off.ts'

/** Reads both periods at once, so that they are of one position. */
export async function readOverview(
  reports: CountsSource,
  { from, to }: { from: string; to: string },
): Promise<OverviewReport> {
  const before = rangeBefore({ from, to })
  const types = funnels.map(({ type }) => type)
  const { asOfPosition, groups } = await reports.counts({
    funnels: types,
    from: before.from,
    to,
    segment: {},
    by: 'day',
    kinds: outcomeKinds,
  })
  return overviewReport({ from, to, before, asOfPosition }, types, groups)
}
