import type { OperationalLog } from '#db/ports/operational-log.ts'
import type { CostsRecorded } from '#domain/operations/decide-costs.ts'
import { readAllEvents } from '#service/operations/read-all-events.ts'

interface CostsRange {
  from: string
  to: string
  /** Last position that is read; unlimited by default. */
  upTo?: number
}

/** Reads all recorded costs of the days from `from` to `to`, both included, in log order. */
export function readRecordedCosts(
  operations: Pick<OperationalLog, 'read'>,
  { from, to, upTo }: CostsRange,
): Promise<CostsRecorded[]> {
  return readAllEvents(operations, {
    types: ['costs_recorded'],
    days: { from, to },
    ...(upTo !== undefined && { upTo }),
  })
}
