import { otherKey } from '#domain/attribution/credit-touches.ts'
import { breakdownContract, dropOffContract } from '#domain/reports/drop-off/shape.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import type { DropOffParams } from './comparison.ts'
import type { PlottedFunnel } from './funnel-plot.tsx'
import { type BreakdownRow, nameOf, valuesOf } from './groups.ts'
import type { Split } from './split-choice.tsx'
import { stagesOf } from '#web/features/reports/stages/stages.ts'
import { countedVersions } from './versions.tsx'

interface GroupsQuery {
  /** Parameters of the breakdown, which determines the largest groups. */
  params: DropOffParams
  /** Parameters of the funnel of each group. */
  counted: DropOffParams
  split: Split
  enabled: boolean
}

/**
 * Returns the funnels of the largest groups of a breakdown, at most four, largest first. Returns undefined until all are
 * loaded.
 */
export function useGroups({ params, counted, split, enabled }: GroupsQuery): PlottedFunnel[] | undefined {
  const { report: groups, stale } = useReport(breakdownContract, { ...params, ...split }, { enabled })
  const rows = (groups?.rows ?? []).filter(({ key, andKey }) => key !== otherKey && andKey !== otherKey)
  const ofGroup = (row: BreakdownRow | undefined) =>
    groups && row ? { ...counted, ...valuesOf(groups, row) } : counted
  const isNeeded = (row: BreakdownRow | undefined) => ({ enabled: enabled && !stale && row !== undefined })
  const loaded = [
    useReport(dropOffContract, ofGroup(rows[0]), isNeeded(rows[0])),
    useReport(dropOffContract, ofGroup(rows[1]), isNeeded(rows[1])),
    useReport(dropOffContract, ofGroup(rows[2]), isNeeded(rows[2])),
    useReport(dropOffContract, ofGroup(rows[3]), isNeeded(rows[3])),
  ]
  if (!enabled || !groups || stale) return undefined
  const shown = rows.slice(0, loaded.length).flatMap((row, index) => {
    const { report, stale: isStale } = loaded[index]!
    if (!report || isStale) return []
    const ofRuns = { ...ofGroup(row), funnelVersion: countedVersions(report) }
    return { name: nameOf(groups, row), params: ofRuns, stages: stagesOf(report) }
  })
  return shown.length === Math.min(rows.length, loaded.length) ? shown : undefined
}
