import { setImmediate as letOthersIn } from 'node:timers/promises'
import type { NewJob } from '#db/queue.ts'
import type { Store } from '#db/store.ts'
import { runStateFormat } from '#domain/run-state.ts'
import { projectInPieces } from './project-batch.ts'
import { readState } from './rows.ts'

export interface Place {
  generation: number
  /** Last position that the generation has seen. */
  checkpoint: number
}

export interface BatchLimits {
  /** Most events in one transaction. */
  size: number
  /** Position that is not gone beyond. */
  upTo?: number
  endpoint?: string
  tellsConversions?: boolean
  now: number
}

/** `idle`: nothing to project. `conflict`: somebody else moved the generation on; read its place again. */
export type Progress =
  | { kind: 'idle' }
  | { kind: 'conflict' }
  | { kind: 'committed'; checkpoint: number; jobs: NewJob[] }

/** Projects the next batch behind a generation's checkpoint: rows, deliveries and checkpoint in one transaction. */
export async function projectNext(
  store: Pick<Store, 'log' | 'projections'>,
  { generation, checkpoint }: Place,
  { size, upTo = Infinity, endpoint, tellsConversions = false, now }: BatchLimits,
): Promise<Progress> {
  const limit = Math.min(size, upTo - checkpoint)
  if (limit <= 0) return { kind: 'idle' }
  const events = await store.log.read(checkpoint, limit)
  const last = events.at(-1)
  if (!last) return { kind: 'idle' }
  const rows = await store.projections.runs(generation, [...new Set(events.map(({ runId }) => runId))])
  const pieces = projectInPieces({
    states: new Map(rows.map((row) => [row.runId, readState(row)])),
    events,
    now,
    tellsConversions,
    ...(endpoint !== undefined && { endpoint }),
  })
  let piece = pieces.next()
  for (; !piece.done; piece = pieces.next()) await letOthersIn()
  const projected = piece.value
  const outcome = await store.projections.commit({
    generation,
    format: runStateFormat,
    from: checkpoint,
    to: last.position,
    ...projected,
  })
  return outcome === 'conflict'
    ? { kind: 'conflict' }
    : { kind: 'committed', checkpoint: last.position, jobs: projected.jobs }
}
