import type { PositionRange } from '#db/ports/log/archive-store.ts'
import { isInEffect } from './read-archive.ts'
import { type Sql, allOf, sql } from '#db/reads/query-plan.ts'

/** What the engines write differently. */
export interface RemovalDialect {
  /** Returns the condition that an id is a UUID in its canonical form, so that `archived_ids` can store it in 16 bytes. */
  isUuid: (id: Sql) => Sql
  /** Condition that a row of `data_keys` is a key. SQLite overwrites destroyed keys and does not remove their rows. */
  isKey: Sql
  /** Condition that `run.run_id` has an HMAC in `email_hmacs`, whose indexes differ. */
  hasHmac: Sql
}

/**
 * Selects the column `run_id` of those runs of a recorded range whose events may be removed from the log, because only a
 * rebuild of the projections reads them again. This is decided here for both engines. `candidates` is a subquery with the
 * column `run_id`. Appends must be locked out until the events are removed, because the next one could add an event.
 *
 * SQLite reads the tables of a `CROSS JOIN` in their order. Without statistics it would otherwise read all runs, and all
 * messages for each candidate.
 */
export function removableRuns(range: PositionRange, candidates: Sql, dialect: RemovalDialect): Sql {
  return sql`SELECT run.run_id FROM (${candidates}) AS run CROSS JOIN runs live
    WHERE live.generation = (SELECT generation FROM generations WHERE state = 'live') AND live.run_id = run.run_id
      AND ${allOf([...settled(range), ...withinRange(range, dialect), ...withoutPerson(dialect)])}`
}

/** The service appends no more events to the run by itself, and composes no more messages about it. */
function settled({ upTo }: PositionRange): Sql[] {
  return [
    sql`live.last_position <= ${upTo}`,
    sql`live.silent_since IS NULL`,
    sql`NOT EXISTS (SELECT 1 FROM excluded_runs x WHERE x.run_id = run.run_id)`,
    sql`NOT EXISTS (SELECT 1 FROM rejected_events j WHERE j.run_id = run.run_id AND j.state = 'kept')`,
    sql`NOT EXISTS (SELECT 1 FROM events e CROSS JOIN outbox o
      WHERE e.run_id = run.run_id AND o.destination IN ('webhook', 'conversions') AND o.position = e.position
        AND o.state NOT IN ('delivered', 'discarded'))`,
  ]
}

/**
 * All events of the run are in the file of this range. It has no order, and no erasure, which the repetition of an erasure
 * and the replay of rejected events look up.
 */
function withinRange({ after, upTo }: PositionRange, { isUuid }: RemovalDialect): Sql[] {
  return [
    sql`NOT EXISTS (SELECT 1 FROM archived_runs a WHERE a.run_id = run.run_id AND ${sql.raw(isInEffect)})`,
    sql`NOT EXISTS (SELECT 1 FROM events e WHERE e.run_id = run.run_id
      AND (e.position <= ${after} OR e.position > ${upTo} OR e.type IN ('complete', 'erased') OR NOT ${isUuid(sql`e.id`)}))`,
  ]
}

/** Nothing about a person is stored for the run. */
function withoutPerson({ isKey, hasHmac }: RemovalDialect): Sql[] {
  return [
    sql`NOT EXISTS (SELECT 1 FROM events e CROSS JOIN personal_data p
      WHERE e.run_id = run.run_id AND p.position = e.position)`,
    sql`NOT ${hasHmac}`,
    sql`NOT EXISTS (SELECT 1 FROM data_keys k WHERE k.run_id = run.run_id AND ${isKey})`,
    sql`NOT EXISTS (SELECT 1 FROM uploads u WHERE u.run_id = run.run_id)`,
  ]
}
