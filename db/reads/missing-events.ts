import { StoreRefused } from '#db/ports/store.ts'

/** Last positions of the log and of the tables derived from it, from one snapshot. */
export interface LogEnds {
  /** Last position of the log up to which no position after its last event is missing. */
  head: number
  operational: number
  checkpoint: number
  vault: number
  outbox: number
}

/**
 * Reads the last position that each table knows, on both engines. Each maximum is a single index lookup. If operational
 * events follow the last event without a gap, the log ends with them. Otherwise, the events in between are missing.
 */
export const logEnds = `
  SELECT CASE WHEN operational > event AND operational - event = (
        SELECT count(*) FROM operational_events WHERE position > event)
      THEN operational ELSE event END AS head,
    operational,
    coalesce((SELECT max(checkpoint) FROM generations), 0) AS checkpoint,
    coalesce((SELECT max(position) FROM personal_data), 0) AS vault,
    coalesce((SELECT max(position) FROM outbox WHERE destination = 'webhook'), 0) AS outbox
  FROM (SELECT coalesce((SELECT max(position) FROM events), 0) AS event,
    coalesce((SELECT max(position) FROM operational_events), 0) AS operational) AS ends`

/**
 * Throws `StoreRefused` if the log was restored from an older backup than the other tables. Such a log would assign
 * positions a second time: projections would skip the new events, and their messages would count as sent.
 */
export function refuseMissingEvents(database: string, { head, ...seen }: LogEnds): void {
  const highest = Math.max(...Object.values(seen))
  if (highest <= head) return
  const sources = {
    operational: 'the operational events',
    checkpoint: 'the projections',
    vault: 'the personal data',
    outbox: 'the messages',
  }
  const [name] = Object.entries(seen).find(([, position]) => position === highest)!
  throw new StoreRefused(
    `events are missing in the database ${database}: its log ends at position ${head}, but ${sources[name as keyof typeof sources]} ` +
      `reach position ${highest}. The log and the other tables are from different backups; restore all tables from one backup`,
  )
}
