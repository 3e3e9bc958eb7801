import type { OperationalLog } from '#db/ports/operational-log.ts'
import type { GoalSet } from '#domain/operations/decide-goals.ts'
import { readAllEvents } from '#service/operations/read-all-events.ts'

interface MonthRange {
  /** First and last month, such as `2026-12`; both are included. */
  first: string
  last: string
  /** Last position that is read; unlimited by default. */
  upTo?: number
}

/** Reads the events that set the goals of some months, in log order. */
export function readGoalEvents(
  operations: Pick<OperationalLog, 'read'>,
  { first, last, upTo }: MonthRange,
): Promise<GoalSet[]> {
  return readAllEvents(operations, {
    types: ['goal_set'],
    days: { from: `${first}-01`, to: `${last}-01` },
    ...(upTo !== undefined && { upTo }),
  })
}
