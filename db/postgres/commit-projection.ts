import type { ProjectionCommit } from '../projection-store.ts'
import { putDropOff, sumDropOff } from './add-drop-off.ts'
import type { Connection, Queryable } from './connection.ts'
import { internNames } from './intern.ts'
import { oweDeliveries } from './owe-deliveries.ts'
import { upsertOrders, upsertRuns } from './projection-rows.ts'
import { putJobs } from './queue.ts'
import { addAttribution } from './roll-ups.ts'
import { transaction } from './transaction.ts'

/** The commit of `ProjectionStore`, one transaction of five round trips, six with jobs. */
export function createCommitProjection({ pool }: Connection) {
  return (batch: ProjectionCommit): Promise<'committed' | 'conflict'> =>
    transaction(pool, async (tx) => {
      if (!(await moveCheckpoint(tx, batch))) return 'conflict'
      const { generation } = batch
      const numbers = await internNames(tx, {
        measures: [
          ...batch.runs.flatMap((run) => run.measures),
          ...batch.dropOff.map(({ measure }) => measure),
        ],
        segments: [...batch.runs, ...batch.dropOff].flatMap(({ segment }) => segment ?? []),
      })
      const dropOff = await sumDropOff(tx, { generation, deltas: batch.dropOff }, numbers)
      // All are sent before the first one is answered: what is sent after one has failed could miss the roll-back.
      await Promise.all([
        upsertRuns(tx, batch, numbers),
        upsertOrders(tx, generation, batch.orders),
        putDropOff(tx, generation, dropOff),
        addAttribution(tx, generation, batch.attribution),
        oweDeliveries(tx, batch.deliveries),
      ])
      await putJobs(tx, batch.jobs)
      return 'committed'
    })
}

/**
 * First of all, because it locks the generation's row: of two commits from one checkpoint the second one waits here,
 * then finds that it has moved.
 */
async function moveCheckpoint(
  client: Queryable,
  { generation, format, from, to }: Pick<ProjectionCommit, 'generation' | 'format' | 'from' | 'to'>,
): Promise<boolean> {
  const { rows } = await client.query<{ state: 'live' | 'building'; live: number }>({
    name: 'move-checkpoint',
    text: `UPDATE generations SET checkpoint = $3, format = $4
     WHERE generation = $1 AND checkpoint = $2 AND state <> 'removed'
     RETURNING state, (SELECT checkpoint FROM generations WHERE state = 'live') AS live`,
    values: [generation, from, to, format],
  })
  const [moved] = rows
  if (moved?.state === 'building' && to > moved.live) {
    throw new Error(
      `generation ${generation} would move to ${to}, past the live checkpoint ${moved.live}: ` +
        'after the switch nobody would write the deliveries in between',
    )
  }
  return moved !== undefined
}
