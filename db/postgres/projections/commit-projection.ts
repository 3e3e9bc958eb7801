import type { ProjectionCommit } from '#db/ports/projection-store.ts'
import { putDropOff, sumDropOff } from './add-drop-off.ts'
import type { Connection, Queryable } from '#db/postgres/connection/connection.ts'
import { keepNumbers } from './keep-numbers.ts'
import { internNames } from './intern.ts'
import { changeHolds } from '#db/postgres/outbox/change-holds.ts'
import { enqueueMessages } from '#db/postgres/outbox/enqueue.ts'
import { upsertOrders, upsertRuns } from './projection-rows.ts'
import { addAttribution, addKeys, countDays } from './roll-ups.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'
import { ownTimeline } from '#db/postgres/connection/own-timeline.ts'

/** Implements `ProjectionStore.commit` in one transaction of five round trips; four if the numbers of all names are known. */
export function createCommitProjection({ pool }: Connection) {
  const numbersKept = keepNumbers()
  return async (batch: ProjectionCommit): Promise<'committed' | 'conflict'> => {
    const used = await transaction(pool, async (tx) => {
      const moved = await moveCheckpoint(tx, batch)
      if (!moved) return undefined
      const { generation } = batch
      const { server } = moved
      const known = numbersKept.take(server)
      const numbers = await internNames(tx, batch, known)
      const dropOff = await sumDropOff(tx, batch, numbers)
      // All statements are sent before the first result arrives. Otherwise a statement could be sent after another one
      // has failed, and would then run after the rollback, outside the transaction.
      await Promise.all([
        upsertRuns(tx, batch, numbers),
        upsertOrders(tx, generation, batch.orders),
        putDropOff(tx, generation, dropOff),
        countDays(tx, batch),
        addAttribution(tx, generation, batch.attribution),
        addKeys(tx, generation, batch.keys),
        enqueueMessages(tx, batch.messages),
      ])
      if (moved.state === 'live') changeHolds(tx, batch.holds)
      return { server, known }
    })
    if (!used) return 'conflict'
    numbersKept.keep(used.server, used.known)
    return 'committed'
  }
}

interface Moved {
  state: 'live' | 'building'
  server: string
}

/** Expression that identifies a server from its start to its end: its timeline and the time at which it was started. */
const serverText = `(${ownTimeline})::text || ' ' || pg_postmaster_start_time()::text`

/**
 * Moves the checkpoint, or returns undefined on a conflict. Must be the first statement, because it locks the row of
 * the generation: if two commits start from the same checkpoint, the second waits here and then finds that the
 * checkpoint has moved.
 */
async function moveCheckpoint(
  client: Queryable,
  {
    generation,
    format,
    from,
    to,
    revision,
  }: Pick<ProjectionCommit, 'generation' | 'format' | 'from' | 'to' | 'revision'>,
): Promise<Moved | undefined> {
  const { rows } = await client.query<Moved & { live: number }>({
    name: 'move-checkpoint',
    text: `UPDATE generations SET checkpoint = $3, format = $4
     WHERE generation = $1 AND checkpoint = $2 AND format <= $4 AND revision = $5 AND state <> 'removed'
     RETURNING state, (SELECT checkpoint FROM generations WHERE state = 'live') AS live,
       ${serverText} AS server`,
    values: [generation, from, to, format, revision],
  })
  const [moved] = rows
  if (moved?.state === 'building' && to > moved.live) {
    throw new Error(
      `generation ${generation} would move to ${to}, past the live checkpoint ${moved.live}: ` +
        'after the switch no process would enqueue the messages in between',
    )
  }
  return moved
}
