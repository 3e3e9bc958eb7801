import type { Connection, Queryable } from '#db/postgres/connection/connection.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'

/** Number of rows removed per step, few enough to stay far below the statement timeout. */
const removedAtOnce = 5000
const perGeneration = ['runs', 'orders', 'drop_off', 'counted_days', 'attribution', 'report_keys'] as const

/**
 * Creates the functions that begin and switch generations of projections. Both functions also delete the rows of
 * removed generations.
 */
export function createGenerations({ pool }: Connection) {
  async function sweep(): Promise<void> {
    while (await transaction(pool, sweepStep));
  }

  return {
    begin: async (): Promise<number> => {
      const generation = await transaction(pool, async (tx) => {
        await waitForCommits(tx)
        await tx.query("UPDATE generations SET state = 'removed' WHERE state = 'building'")
        const { rows } = await tx.query<{ generation: number }>(
          "INSERT INTO generations (state, checkpoint) VALUES ('building', 0) RETURNING generation",
        )
        return rows[0]!.generation
      })
      await sweep()
      return generation
    },

    switchTo: async (generation: number): Promise<boolean> => {
      const switched = await transaction(pool, async (tx) => {
        await waitForCommits(tx)
        const { rowCount } = await tx.query(
          `UPDATE generations SET state = CASE state WHEN 'live' THEN 'removed' ELSE 'live' END
           WHERE (state = 'live' OR generation = $1) AND EXISTS (
             SELECT FROM generations next JOIN generations live USING (checkpoint)
             WHERE next.generation = $1 AND next.state = 'building' AND live.state = 'live')`,
          [generation],
        )
        return rowCount === 2
      })
      if (switched) await sweep()
      return switched
    },
  }
}

/**
 * Waits for running commits of projections. Until the transaction ends, no projection can be committed, and no
 * generation can be begun or become the live one. Reads are not blocked.
 */
export async function waitForCommits(client: Queryable): Promise<void> {
  await client.query('LOCK TABLE generations IN EXCLUSIVE MODE')
}

/**
 * Removes some rows of a generation in the state `removed`; returns false when no such generation is left. Concurrent
 * processes take turns, because otherwise a process might see only rows that another process is removing and consider
 * the table empty.
 */
async function sweepStep(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ generation: number }>(
    "SELECT generation FROM generations WHERE state = 'removed' ORDER BY generation LIMIT 1 FOR UPDATE",
  )
  const [removed] = rows
  if (!removed) return false
  for (const table of perGeneration) {
    const { rowCount } = await client.query(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${table} WHERE generation = $1 LIMIT $2))`,
      [removed.generation, removedAtOnce],
    )
    if (rowCount) return true
  }
  await client.query('DELETE FROM generations WHERE generation = $1', [removed.generation])
  return true
}
