import type Database from 'better-sqlite3'

/**
 * Content stored a moment ago (DESIGN 4, duplicates b). One counts only while now < expires_at ≤ now + window:
 * the second half ends those that a clock set back has left in the future.
 */
export function claimFingerprints(sqlite: Database.Database) {
  const upsert = sqlite.prepare<[{ position: number; fingerprint: string; now: number; windowMs: number }]>(
    `INSERT INTO fingerprints (position, fingerprint, expires_at)
     VALUES (@position, @fingerprint, @now + @windowMs)
     ON CONFLICT (fingerprint) DO UPDATE SET position = excluded.position, expires_at = excluded.expires_at
     WHERE expires_at <= @now OR expires_at > @now + @windowMs`,
  )
  const find = sqlite
    .prepare<[string], number>('SELECT position FROM fingerprints WHERE fingerprint = ?')
    .pluck()
  // Looks at the front of the table only, so it needs no index over the time.
  const prune = sqlite.prepare<[{ now: number; windowMs: number; look: number }]>(
    `DELETE FROM fingerprints
     WHERE position IN (SELECT position FROM fingerprints ORDER BY position LIMIT @look)
       AND (expires_at <= @now OR expires_at > @now + @windowMs)`,
  )
  let claimedSincePrune = 0

  return {
    /** Position of the event that has this content already, or undefined: it is claimed for the new position. */
    claim(
      fingerprint: string,
      position: number,
      { now, windowMs }: { now: number; windowMs: number },
    ): number | undefined {
      claimedSincePrune += 1
      // One row changed: inserted, or taken over from one that no longer counts.
      const { changes } = upsert.run({ position, fingerprint, now, windowMs })
      return changes === 0 ? find.get(fingerprint) : undefined
    },
    /** Looks further than the table has grown since, so that it keeps up. */
    prune({ now, windowMs }: { now: number; windowMs: number }) {
      prune.run({ now, windowMs, look: 2 * claimedSincePrune + 10 })
      claimedSincePrune = 0
    },
  }
}
