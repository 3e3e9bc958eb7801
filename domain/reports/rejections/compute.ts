import type { Funnel } from '#domain/forms/define-funnel.ts'
import { isMendedField } from '#domain/forms/earlier-fields.ts'
import { compareText } from '#domain/reports/rows.ts'
import type { DayRange } from '#domain/reports/day-range.ts'
import type { Obstacle, RejectionsReport } from './shape.ts'

/** Codes of the faults that an entry in `earlierFields` mends. */
export const mendableCodes: ReadonlySet<string> = new Set(['unknown_form_field', 'unknown_field'])

/** Maximum number of groups that are read. Clients choose the names of unknown fields. */
export const maxGroups = 1000

/** Number of rejected events with the same type, funnel, issues (as JSON) and state. */
export interface CountedRejections {
  type: string | null
  funnel: string
  issues: string
  state: 'kept' | 'replayed' | 'duplicate' | 'without-content' | Obstacle
  count: number
  firstAt: number
  lastAt: number
}

type FunnelOf = (type: string) => Funnel | undefined

/** Returns the report on rejected events with unknown fields. */
export function rejectionsReport(
  { from, to }: DayRange,
  counted: readonly CountedRejections[],
  funnelOf: FunnelOf,
): RejectionsReport {
  const groups = Map.groupBy(counted, ({ funnel, issues }) => JSON.stringify([funnel, fieldsIn(issues)]))
  return {
    from,
    to,
    groups: [...groups.values()]
      .map((rows) => groupOf(rows, funnelOf))
      .toSorted(
        (a, b) =>
          b.rejected + b.replayed - (a.rejected + a.replayed) ||
          compareText(a.funnel, b.funnel) ||
          compareText(a.fields.join(), b.fields.join()),
      ),
  }
}

/** Returns the names of the unknown fields that issues (as JSON) contain, sorted. Names that were not kept are left out. */
export function fieldsIn(issues: string): string[] {
  const read = JSON.parse(issues) as { path: string; code: string }[]
  const names = read.flatMap(({ path, code }) =>
    mendableCodes.has(code)
      ? (/^(?:form|data\.(?:field|fields|fieldTimes))\.(.+)$/.exec(path)?.[1] ?? [])
      : [],
  )
  return [...new Set(names)].toSorted(compareText)
}

/** Returns the names of the unknown fields because of which events were rejected in a time, in ms since the epoch. */
export function fieldsRejectedIn(
  rejections: readonly CountedRejections[],
  { since, until }: { since: number; until: number },
): string[] {
  const within = rejections.filter(({ firstAt, lastAt }) => firstAt < until && lastAt >= since)
  return [...new Set(within.flatMap(({ issues }) => fieldsIn(issues)))].toSorted(compareText)
}

/** Returns whether the funnel accepts events that were rejected because of these fields. */
export function isMended(fields: readonly string[], funnel: Funnel | undefined): boolean {
  return funnel !== undefined && fields.length > 0 && fields.every((name) => isMendedField(name, funnel))
}

type Group = RejectionsReport['groups'][number]

function groupOf(rows: readonly CountedRejections[], funnelOf: FunnelOf): Group {
  const { funnel, issues } = rows[0]!
  const fields = fieldsIn(issues)
  const mended = isMended(fields, funnelOf(funnel))
  const sum = (of: readonly CountedRejections[]) => of.reduce((total, { count }) => total + count, 0)
  const inState = (...states: CountedRejections['state'][]) =>
    sum(rows.filter(({ state }) => states.includes(state)))
  const obstructed = Map.groupBy(
    rows.filter(({ state }) => !['replayed', 'duplicate'].includes(state)),
    (row) => obstacleOf(row, mended),
  )
  return {
    funnel,
    fields,
    firstAt: new Date(Math.min(...rows.map(({ firstAt }) => firstAt))).toISOString(),
    lastAt: new Date(Math.max(...rows.map(({ lastAt }) => lastAt))).toISOString(),
    rejected: sum(rows) - inState('replayed', 'duplicate'),
    replayable: mended ? inState('kept') : 0,
    replayed: inState('replayed'),
    duplicates: inState('duplicate'),
    obstructed: countObstacles(
      [...obstructed].flatMap(([reason, of]) => (reason ? [{ reason, count: sum(of) }] : [])),
    ),
  }
}

/** Adds up the counts of each reason, ordered by reason. */
export function countObstacles(counts: Group['obstructed']): Group['obstructed'] {
  const sums = new Map<Obstacle, number>()
  for (const { reason, count } of counts) sums.set(reason, (sums.get(reason) ?? 0) + count)
  return [...sums]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => compareText(a.reason, b.reason))
}

/** Returns why events cannot be replayed; undefined if they can. */
function obstacleOf({ type, issues, state }: CountedRejections, mended: boolean): Obstacle | undefined {
  if (state === 'kept') return mended ? undefined : 'not-mended'
  if (state === 'replayed' || state === 'duplicate') return undefined
  if (state !== 'without-content') return state
  if (type === 'complete') return 'order'
  const read = JSON.parse(issues) as { code: string }[]
  return read.some(({ code }) => !mendableCodes.has(code)) ? 'other-faults' : 'earlier-version'
}
