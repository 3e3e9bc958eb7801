import type { CsvList } from '#domain/reports/csv.ts'
import type { DeliveriesReport } from './shape.ts'

/** Table of the messages. */
export const deliveriesCsv: CsvList<DeliveriesReport['rows'][number]> = {
  columns: [
    'id',
    'position',
    'runId',
    'eventType',
    'sequence',
    'state',
    'attempts',
    'createdAt',
    'nextAttemptAt',
    'finishedAt',
  ],
  cells: ({
    id,
    position,
    runId,
    eventType,
    sequence,
    state,
    attempts,
    createdAt,
    nextAttemptAt,
    finishedAt,
  }) => ({
    id,
    position,
    runId,
    eventType,
    sequence,
    state,
    attempts,
    createdAt,
    nextAttemptAt,
    finishedAt,
  }),
}
