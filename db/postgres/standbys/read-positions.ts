import type { Client } from 'pg'
import { ownTimeline } from '#db/postgres/connection/own-timeline.ts'
import type { PrimaryReport, StandbyReport } from './judge-standby.ts'

/** Setting that holds the timeline of the primary that wrote it. */
const timelineName = 'timeline'

/** Query for the timeline that the database contains as data, as text; an empty text if it contains none. */
export const timelineText = `coalesce((SELECT value FROM settings WHERE name = '${timelineName}'), '')`

const bytes = (lsn: string) => `pg_wal_lsn_diff(${lsn}, '0/0')::float8`

/**
 * Reads what the primary says about itself. After a promotion, stores the new timeline in the database, where standbys
 * that follow the primary get it. Errors of the driver are thrown unchanged.
 */
export async function readPrimary(client: Client): Promise<PrimaryReport> {
  const { rows } = await client.query<PrimaryReport & { known: string }>(
    `SELECT system_identifier::text AS system, ${bytes('pg_current_wal_flush_lsn()')} AS written,
       ${ownTimeline} AS timeline, ${timelineText} AS known
     FROM pg_control_system()`,
  )
  const { known, ...report } = rows[0]!
  // A commit that waits for a synchronous standby outlasts every timeout. This row need not survive a failover.
  if (known !== String(report.timeline))
    await client.query(
      `SET synchronous_commit = local;
       INSERT INTO settings (name, value) VALUES ('${timelineName}', '${report.timeline}')
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    )
  return report
}

/** Reads what a host says about itself. Errors of the driver are thrown unchanged. */
export async function readStandby(client: Client): Promise<StandbyReport> {
  const { rows } = await client.query<StandbyReport & { known: string }>(
    `SELECT system_identifier::text AS system, pg_is_in_recovery() AS "inRecovery", ${timelineText} AS known,
       coalesce(${bytes('pg_last_wal_replay_lsn()')}, 0) AS replayed
     FROM pg_control_system()`,
  )
  const { known, ...report } = rows[0]!
  return { ...report, timeline: known === '' ? undefined : Number(known) }
}
