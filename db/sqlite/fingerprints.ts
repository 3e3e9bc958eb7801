import type Database from 'better-sqlite3'

/**
 * Content stored a moment ago (DESIGN 4, duplicates b). One counts only while now < expires_at ≤ now + window:
 * the second half ends those that a clock set back has left in the future.
 */
export function claimFingerprints(sqlite: Database.Database) {
  const upsert = sqlite
    .prepare<[{ position: number; fingerprint: string; now: number; windowMs: number }], number>(
      `INSERT INTO fingerprints (position, fingerprint, expires_at)
       VALUES (@position, @fingerprint, @now + @windowMs)
       ON CONFLICT (fingerprint) DO UPDATE SET position = excluded.position, expires_at = excluded.expires_at
       WHERE expires_at <= @now OR expires_at > @now + @windowMs
       RETURNING position`,
    )
    .pluck()
  const find = sqlite
    .prepare<[string], number>('SELECT position FROM fingerprints WHERE fingerprint = ?')
    .pluck()
  // Looks at the front of the table only, a little further than the batch adds, so it keeps up without an index.
  const prune = sqlite.prepare<[{ now: number; windowMs: number; look: number }]>(
    `DELETE FROM fingerprints
     WHERE position IN (SELECT position FROM fingerprints ORDER BY position LIMIT @look)
       AND (expires_at <= @now OR expires_at > @now + @windowMs)`,
  )

  return {
    /** Position of the event that has this content already, or undefined: it is claimed for the new position. */
    claim(fingerprint: string, at: { position: number; now: number; windowMs: number }): number | undefined {
      const claimed = upsert.get({ fingerprint, ...at })
      return claimed === undefined ? find.get(fingerprint) : undefined
    },
    prune({ now, windowMs, claimed }: { now: number; windowMs: number; claimed: number }) {
      prune.run({ now, windowMs, look: 2 * claimed + 10 })
    },
  }
}
