import {
  type Exclusion,
  type ExclusionStore,
  type RunChange,
  maxReasonLength,
} from '#db/ports/exclusion-store.ts'
import { readExcludedAmong, readExclusion, readExclusionCounts } from '#db/reads/read-exclusions.ts'
import { putDropOff, sumDropOff } from './add-drop-off.ts'
import { runQueryPlan } from '#db/postgres/connection/run-query-plan.ts'
import { changeHolds } from '#db/postgres/outbox/change-holds.ts'
import type { Connection, Queryable } from '#db/postgres/connection/connection.ts'
import { waitForCommits } from './generations.ts'
import { internNames } from './intern.ts'
import { enqueueMessages } from '#db/postgres/outbox/enqueue.ts'
import { upsertOrders, upsertRuns } from './projection-rows.ts'
import { addAttribution, countDays } from './roll-ups.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'

/**
 * Implements `ExclusionStore`. While an exclusion is added or removed, no checkpoint can move and no generation can be
 * begun or switched.
 */
export function createExclusions({ pool }: Connection): ExclusionStore {
  return {
    find: (runId) => runQueryPlan(pool, readExclusion(runId)),
    among: (runIds) => runQueryPlan(pool, readExcludedAmong(runIds)),
    count: (since) => runQueryPlan(pool, readExclusionCounts(since)),
    exclude: (exclusion, changes) =>
      transaction(pool, async (tx) => {
        await waitForCommits(tx)
        const { runId } = exclusion
        if (await isExcluded(tx, runId)) return 'unchanged'
        const positionQuery = 'SELECT last_position AS at FROM runs WHERE generation = $1 AND run_id = $2'
        if (!(await fits(tx, { runId, changes, positionQuery }))) return 'conflict'
        await apply(tx, runId, changes)
        await insert(tx, exclusion)
        return 'done'
      }),
    include: (runId, changes, pending) =>
      transaction(pool, async (tx) => {
        await waitForCommits(tx)
        if (!(await isExcluded(tx, runId))) return 'unchanged'
        const positionQuery = `SELECT max(position) AS at FROM events
          WHERE run_id = $2 AND position <= (SELECT checkpoint FROM generations WHERE generation = $1)`
        if (!(await fits(tx, { runId, changes, positionQuery }))) return 'conflict'
        await apply(tx, runId, changes)
        await tx.query('DELETE FROM excluded_runs WHERE run_id = $1', [runId])
        await enqueueMessages(tx, pending.messages)
        changeHolds(tx, pending.holds)
        return 'done'
      }),
  }
}

async function isExcluded(client: Queryable, runId: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM excluded_runs WHERE run_id = $1', [runId])
  return rowCount === 1
}

async function insert(client: Queryable, exclusion: Omit<Exclusion, 'position'>): Promise<void> {
  const { runId, at, by, reason } = exclusion
  await client.query(
    `INSERT INTO excluded_runs (run_id, at, excluded_by, reason, position)
     SELECT $1, $2, $3, $4, checkpoint FROM generations WHERE state = 'live'`,
    [runId, at, by, reason.slice(0, maxReasonLength)],
  )
}

/**
 * Returns whether the changes are up to date: they cover all generations, and the run's last position in each
 * generation is still the one from which the change was computed.
 */
async function fits(
  client: Queryable,
  { runId, changes, positionQuery }: { runId: string; changes: readonly RunChange[]; positionQuery: string },
): Promise<boolean> {
  const { rows } = await client.query<{ generation: number }>(
    "SELECT generation FROM generations WHERE state <> 'removed' ORDER BY generation",
  )
  const known = changes.map(({ generation }) => generation).toSorted((a, b) => a - b)
  if (rows.map(({ generation }) => generation).join() !== known.join()) return false
  for (const one of changes) {
    if (one.kind === 'skip') continue
    const found = await client.query<{ at: number | null }>(positionQuery, [one.generation, runId])
    if ((found.rows[0]?.at ?? null) !== one.change.lastPosition) return false
  }
  return true
}

async function apply(client: Queryable, runId: string, changes: readonly RunChange[]): Promise<void> {
  for (const one of changes) {
    if (one.kind === 'skip') continue
    const { generation, change } = one
    const runs = change.run ? [change.run] : []
    const numbers = await internNames(client, { runs, dropOff: change.dropOff })
    await client.query('DELETE FROM runs WHERE generation = $1 AND run_id = $2', [generation, runId])
    await client.query('DELETE FROM orders WHERE generation = $1 AND run_id = $2', [generation, runId])
    await upsertRuns(client, { generation, runs }, numbers)
    await upsertOrders(client, generation, change.order ? [change.order] : [])
    const dropOff = await sumDropOff(client, { generation, dropOff: change.dropOff }, numbers)
    await putDropOff(client, generation, dropOff)
    const { rows } = await client.query<{ checkpoint: number }>(
      'SELECT checkpoint FROM generations WHERE generation = $1',
      [generation],
    )
    await countDays(client, { generation, to: rows[0]!.checkpoint, days: change.days })
    await addAttribution(client, generation, change.attribution)
  }
  await client.query("UPDATE generations SET revision = revision + 1 WHERE state <> 'removed'")
}
