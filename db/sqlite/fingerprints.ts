import type Database from 'better-sqlite3'

/**
 * Content stored a moment ago (DESIGN 4, duplicates b). One counts only while now < expires_at ≤ now + window:
 * the second half ends those that a clock set back has left in the future.
 */
export function claimFingerprints(sqlite: Database.Database) {
  const upsert = sqlite.prepare<[{ fingerprint: string; position: number; now: number; windowMs: number }]>(
    `INSERT INTO fingerprints (fingerprint, position, expires_at) VALUES (@fingerprint, @position, @now + @windowMs)
     ON CONFLICT (fingerprint) DO UPDATE SET position = excluded.position, expires_at = excluded.expires_at
     WHERE expires_at <= @now OR expires_at > @now + @windowMs`,
  )
  const find = sqlite
    .prepare<[string], number>('SELECT position FROM fingerprints WHERE fingerprint = ?')
    .pluck()
  const reach = sqlite
    .prepare<[string, number], string>(
      'SELECT fingerprint FROM fingerprints WHERE fingerprint > ? ORDER BY fingerprint LIMIT 1 OFFSET ?',
    )
    .pluck()
  const prune = sqlite.prepare<[{ from: string; to: string; now: number; windowMs: number }]>(
    `DELETE FROM fingerprints
     WHERE fingerprint > @from AND fingerprint <= @to AND (expires_at <= @now OR expires_at > @now + @windowMs)`,
  )
  let claimedSincePrune = 0
  let prunedTo = ''

  return {
    /** Position of the event that has this content already, or undefined: it is claimed for the new position. */
    claim(
      fingerprint: string,
      position: number,
      { now, windowMs }: { now: number; windowMs: number },
    ): number | undefined {
      claimedSincePrune += 1
      // One row changed: inserted, or taken over from one that no longer counts.
      const { changes } = upsert.run({ fingerprint, position, now, windowMs })
      return changes === 0 ? find.get(fingerprint) : undefined
    },
    /**
     * Goes through the table in turns, each one twice as far as the table has grown since, so that it keeps up and
     * needs no index over the time.
     */
    prune({ now, windowMs }: { now: number; windowMs: number }) {
      const to = reach.get(prunedTo, 2 * claimedSincePrune + 10)
      prune.run({ from: prunedTo, to: to ?? '~', now, windowMs })
      prunedTo = to ?? ''
      claimedSincePrune = 0
    },
  }
}
