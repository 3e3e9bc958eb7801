interface Stage {
  stage: number
  runs: number
  lost?: number
  open?: number
  lossRate?: number
}

/**
 * Fields that were added to reports after a commit, wherever they occur. The values of these fields are tested elsewhere
 * against a second computation from the log; here they are removed.
 */
const addedAfter716bcd5 = [
  'alerts',
  'orderWithin',
  'orderedLate',
  'secondsToOrder',
  'replayed',
  'dayOf',
  'orderedAt',
]
const addedAfter16f4419 = [
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
]

/** Commits whose reports have the current fields and figures. */
export const sameReports: ReadonlySet<string> = new Set(['64d7da3', 'db855de'])

/** Returns a report of the current version as the version of `commit` returned it. */
export function asEarlier(report: unknown, commit: string): unknown {
  if (sameReports.has(commit)) return report
  const current = withoutCompleted(without(report, new Set(addedAfter716bcd5)))
  return commit === '716bcd5' ? current : asBefore716bcd5(current)
}

function without(report: unknown, added: ReadonlySet<string>): unknown {
  if (Array.isArray(report)) return report.map((one) => without(one, added))
  if (typeof report !== 'object' || report === null) return report
  const kept = Object.entries(report).filter(([name]) => !added.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, without(value, added)]))
}

/** Removes `completed` from the figures of the overview, where it equals `orders` if these count by day of start. */
function withoutCompleted(report: unknown): unknown {
  if (Array.isArray(report)) return report.map(withoutCompleted)
  if (typeof report !== 'object' || report === null) return report
  const { completed, ...others }: Record<string, unknown> = Object.fromEntries(
    Object.entries(report).map(([name, value]) => [name, withoutCompleted(value)]),
  )
  return completed === undefined || completed === others['orders'] ? others : { ...others, completed }
}

/** Before 716bcd5, `lost` included the visitors who may still continue. */
function asBefore716bcd5(report: unknown): unknown {
  return withEarlierLosses(without(report, new Set(addedAfter16f4419)))
}

function withEarlierLosses(report: unknown): unknown {
  if (Array.isArray(report)) return report.map(withEarlierLosses)
  if (typeof report !== 'object' || report === null) return report
  const { lost, ...earlier }: Record<string, unknown> = Object.fromEntries(
    Object.entries(report).map(([name, value]) => [name, withEarlierLosses(value)]),
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

/**
 * Returns a report of the present with the last position that the earlier version knew. At its start, the service
 * records its release and stopped destinations at the positions after it.
 */
export function upToPosition(report: unknown, last: number): unknown {
  if (Array.isArray(report)) return report.map((one) => upToPosition(one, last))
  if (typeof report !== 'object' || report === null) return report
  const members = Object.entries(report).map(([name, value]): [string, unknown] =>
    // `position` is also the name of an attribution model.
    ['asOfPosition', 'position'].includes(name) && typeof value === 'number'
      ? [name, Math.min(value, last)]
      : [name, upToPosition(value, last)],
  )
  return Object.fromEntries(members)
}
