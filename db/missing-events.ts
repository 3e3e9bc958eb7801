import { StoreRefused } from './store.ts'

/** How far the log goes, and how far the tables that are made from it have seen it, in one view of the database. */
export interface LogEnds {
  head: number
  checkpoint: number
  vault: number
  delivery: number
}

/** One statement for both engines; no key of a table is passed over, so each maximum is one look. */
export const logEnds = `
  SELECT coalesce((SELECT max(position) FROM events), 0) AS head,
    coalesce((SELECT max(checkpoint) FROM generations), 0) AS checkpoint,
    coalesce((SELECT max(position) FROM personal_data), 0) AS vault,
    coalesce((SELECT position FROM deliveries ORDER BY id DESC LIMIT 1), 0) AS delivery`

/**
 * A log that was restored from an older backup than the rest would give its last positions a second time: reports would
 * pass the new events over, and their messages would count as sent. Throws `StoreRefused`.
 */
export function refuseMissingEvents(database: string, { head, ...seen }: LogEnds): void {
  const most = Math.max(...Object.values(seen))
  if (most <= head) return
  const who = { checkpoint: 'the projections', vault: 'the personal data', delivery: 'the deliveries' }
  const [name] = Object.entries(seen).find(([, position]) => position === most)!
  throw new StoreRefused(
    `events are missing in the database ${database}: its log ends at position ${head}, but ${who[name as keyof typeof who]} ` +
      `go to ${most}. Log and other tables are of different times; restore all of them together from one backup`,
  )
}
