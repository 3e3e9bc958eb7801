import type { Pool } from 'pg'
import type { KeptText, TextStore } from '#db/ports/text-store.ts'

export function createTexts(pool: Pool): TextStore {
  return {
    keep: async (texts) => {
      // Sorted, so that two processes that start at the same time do not deadlock on each other's rows.
      const sorted = texts.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
      await pool.query({
        text: `INSERT INTO texts (sha256, name, content, first_seen_at)
          SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) ON CONFLICT (sha256) DO NOTHING`,
        values: [
          sorted.map(({ sha256 }) => sha256),
          sorted.map(({ name }) => name),
          sorted.map(({ content }) => content),
          sorted.map(({ firstSeenAt }) => firstSeenAt),
        ],
      })
    },

    find: async (hashes) => {
      const { rows } = await pool.query<KeptText>({
        name: 'find-texts',
        text: `SELECT sha256, name, content, first_seen_at AS "firstSeenAt" FROM texts
          WHERE sha256 = ANY($1) ORDER BY sha256`,
        values: [hashes],
      })
      return rows
    },
  }
}
