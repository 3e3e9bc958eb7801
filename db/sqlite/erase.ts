import type { Expiry } from '../person-store.ts'
import { nonceOf } from '../vault-cipher.ts'
import type { Connection } from './connection.ts'
import { type Traces, findTraces } from './find-traces.ts'
import { leavingZeros } from './leaving-zeros.ts'
import { markUploads } from './remove-uploads.ts'

/** The writing side of `PersonStore` and `RetentionStore`. */
export function createErase({ sqlite }: Connection) {
  const remove = sqlite.prepare<[string, number], { ciphertext: Buffer; email: Buffer | null }>(
    `DELETE FROM personal_data
     WHERE position IN (SELECT position FROM events WHERE run_id = ? AND position <= ?)
     RETURNING ciphertext, email_hmac AS email`,
  )
  const hasEmail = sqlite.prepare<[Buffer]>(
    'SELECT 1 FROM personal_data WHERE email_hmac IS NOT NULL AND email_hmac = ? LIMIT 1',
  )
  // A fingerprint is a keyed hash of what was entered.
  const removeFingerprints = sqlite.prepare<[string, number]>(
    `DELETE FROM fingerprints
     WHERE position IN (SELECT position FROM events WHERE run_id = ? AND position <= ?)`,
  )
  const expire = sqlite.prepare<
    [Pick<Expiry, 'until'> & { runId: string; silences: string; prefix: string; keptUntil: number }]
  >(
    `DELETE FROM personal_data WHERE position IN (SELECT position FROM events WHERE run_id = @runId)
       AND (SELECT max(received_at) FROM events
            WHERE run_id = @runId AND type NOT IN (SELECT value FROM json_each(@silences))) <=
         iif(EXISTS (SELECT 1 FROM once_keys WHERE key = @prefix || @runId), @keptUntil, @until)`,
  )
  const expireRejected = sqlite.prepare<[number, number]>(
    `DELETE FROM rejected_events
     WHERE id IN (SELECT id FROM rejected_events WHERE received_at <= ? ORDER BY received_at LIMIT ?)`,
  )

  const mark = markUploads(sqlite)

  return {
    /** Answers what to look for in the file: SQLite also leaves copies of rows that it once moved between pages. */
    eraseRuns: (runs: { runId: string; upTo: number }[]): { removed: number; traces: Traces } =>
      leavingZeros(sqlite, () => {
        const rows = runs.flatMap(({ runId, upTo }) => {
          removeFingerprints.run(runId, upTo)
          return remove.all(runId, upTo)
        })
        const names = runs.flatMap(({ runId, upTo }) => mark.ofRun(runId, upTo))
        const emails = rows.flatMap(({ email }) => (email && !hasEmail.get(email) ? pieces(email) : []))
        const traces = [...rows.map(({ ciphertext }) => nonceOf(ciphertext)), ...emails, ...names]
        return { removed: rows.length, traces }
      }),

    /** Folds the log of changes into the file and empties it; false while somebody reads or writes. */
    emptyWal(): boolean {
      const [result] = sqlite.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
      return result?.busy === 0
    },

    hasTraces: (traces: Traces): boolean => findTraces(sqlite.name, traces),

    rewriteFile(): void {
      // The copy in between is as large as the database, too large for memory.
      sqlite.pragma('temp_store = FILE')
      try {
        sqlite.exec('VACUUM')
      } finally {
        sqlite.pragma('temp_store = MEMORY')
      }
    },

    /** Looks at each run once more, for it may have gone on since it was found. */
    expireRuns: (runIds: string[], { until, silences, kept }: Omit<Expiry, 'after' | 'limit'>): number =>
      leavingZeros(sqlite, () =>
        runIds.reduce((removed, runId) => {
          const { changes } = expire.run({
            runId,
            until,
            silences: JSON.stringify(silences),
            prefix: kept.prefix,
            keptUntil: kept.until,
          })
          if (changes > 0) mark.ofRun(runId, Number.MAX_SAFE_INTEGER)
          return removed + changes
        }, 0),
      ),

    expireRejected: (until: number, limit: number): number => expireRejected.run(until, limit).changes,
  }
}

/** So that a torn copy of an address's HMAC is found too. */
function pieces(email: Buffer): Buffer[] {
  return [0, 8, 16, 24].map((from) => email.subarray(from, from + 8))
}
