import type { Pool } from 'pg'

const warning =
  'PostgreSQL has no synchronous standby: if its disk is lost, acknowledged events are lost too, ' +
  'back to the last backup or to what an asynchronous standby has received. ' +
  'Set synchronous_standby_names (docs/operating.md)'

/** Returns a warning for the operator if commits wait for no other server, otherwise undefined. */
export async function synchronousStandbyWarning(pool: Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ names: string }>(
    `SELECT current_setting('synchronous_standby_names') AS names`,
  )
  return rows[0]!.names.trim() === '' ? warning : undefined
}
