interface Stage {
  stage: number
  runs: number
  lost?: number
  open?: number
  lossRate?: number
}

/**
 * Fields that were added to reports, wherever they occur. The values of these fields are tested elsewhere against a
 * second computation from the log; here they are removed.
 */
const added = new Set([
  'funnelVersions',
  'netRevenueCents',
  'robot',
  'othersRate',
  'excess',
  'runsByDay',
  'channel',
  'severalContacts',
  'sums',
  'elsewhere',
  'os',
  'entry',
  'and',
  'andKey',
  'changes',
  'change',
  'orderWithin',
  'orderedLate',
  'secondsToOrder',
])

/**
 * Returns a report of the current version as an earlier version returned it: without the added fields, and with the
 * earlier definition of `lost`, which included the visitors who may still continue.
 */
export function asEarlier(report: unknown): unknown {
  if (Array.isArray(report)) return report.map(asEarlier)
  if (typeof report !== 'object' || report === null) return report
  const kept = Object.entries(report).filter(([name]) => !added.has(name))
  const { lost, ...earlier }: Record<string, unknown> = Object.fromEntries(
    kept.map(([name, value]) => [name, asEarlier(value)]),
  )
  if (Array.isArray(earlier['stages']) && typeof earlier['stages'][0] === 'object')
    return { ...earlier, stages: earlierStages((report as { stages: Stage[] }).stages) }
  // The days and dimensions of the drop-off have a list of lost runs, which earlier versions did not have.
  return lost === undefined || Array.isArray(lost) ? earlier : { ...earlier, lost }
}

function earlierStages(stages: readonly Stage[]): Stage[] {
  return stages.map(({ open, ...stage }, index) => {
    if (stage.lost === undefined || open === undefined) return stage
    const [before, lost] = [stages[index - 1]!.runs, stage.lost + open]
    return { ...stage, lost, lossRate: before === 0 ? 0 : lost / before }
  })
}
