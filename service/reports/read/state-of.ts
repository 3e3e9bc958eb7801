import type { RunRow } from '#db/ports/projection-store.ts'
import { type RunState, runStateFormat } from '#domain/runs/run-state.ts'
import { unavailable } from '#service/http/errors.ts'
import { readState } from '#service/projections/rows.ts'

/**
 * Returns the state stored in a row. Throws a 503 problem if the row has an older format. Such rows are being rebuilt
 * in the background.
 */
export function stateOf(row: RunRow): RunState {
  const { format } = row.state as { format: number }
  if (format < runStateFormat) throw unavailable('The runs are being rebuilt after an update of the service.')
  return readState(row)
}
