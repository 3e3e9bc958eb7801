import { type KnownState, emptyKnownState } from '#domain/log/decide-append.ts'
import type { AppendRows } from '#db/ports/append-rows.ts'
import { texts } from './binary-array.ts'
import { keyedPrefix } from '#db/keys/data-keys.ts'
import { nameOf, readKeys } from '#db/postgres/keys/key-table.ts'
import type { Transaction } from '#db/postgres/connection/transaction.ts'

interface Row {
  kind: 'head' | 'id' | 'suppressed' | 'once' | 'content' | 'usage'
  key: string | null
  position: number
  /**
   * A number whose meaning depends on `kind`: the time of the database's clock, `forget_at`, `expires_at` or the size
   * of the run in bytes. Times are in ms since the epoch.
   */
  extra: number | null
}

/** A single statement reads everything, so that one round trip is enough. */
const text = `
  SELECT 'head' AS kind, NULL AS key, coalesce(max(position), 0) AS position,
    (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS extra FROM events
  UNION ALL SELECT 'id', id, position, NULL FROM events WHERE id = ANY ($1)
  UNION ALL SELECT 'suppressed', id, position, forget_at FROM suppressed_ids WHERE id = ANY ($1)
  UNION ALL SELECT 'once', key, position, NULL FROM once_keys WHERE key = ANY ($2)
  UNION ALL SELECT 'content', fingerprint, position, expires_at FROM fingerprints WHERE fingerprint = ANY ($3)
  UNION ALL SELECT 'content', f.fingerprint, f.position, f.expires_at
    FROM unnest($5::text[]) AS run (prefix) CROSS JOIN LATERAL (
      SELECT fingerprint, position, expires_at FROM fingerprints
      WHERE fingerprint >= prefix AND fingerprint < prefix || '~') AS f
  UNION ALL SELECT 'usage', run_id, events, bytes FROM run_usage WHERE run_id = ANY ($4)`

/**
 * Loads the state that `decideAppend` needs for a batch, and the wrapped keys of the runs. Also returns the time of the
 * database's clock, in ms since the epoch. The caller must hold the append lock. All keyed fingerprints of the runs are
 * loaded, because the fingerprints of the batch can be keyed only after the data keys have been read.
 */
export async function loadKnownState(
  tx: Transaction,
  { rows: candidates }: AppendRows,
): Promise<{ known: KnownState; databaseNow: number; wrapped: Map<string, Buffer> }> {
  const withForm = new Set(candidates.flatMap(({ hasForm, runId }) => (hasForm ? [runId] : [])))
  const sealing = candidates.flatMap(({ personal, runId }) => (personal === null ? [] : [runId]))
  const reading = readKeys(tx, sealing)
  // `reading` is awaited below. If the other query fails first, a rejection of `reading` must not count as unhandled.
  reading.catch(() => {})
  const { rows } = await tx.query<Row>({
    name: 'append-known',
    text,
    values: [
      texts(candidates.map(({ id }) => id)),
      texts(candidates.flatMap(({ once }) => once ?? [])),
      texts(candidates.flatMap(({ fingerprint, hasForm }) => (hasForm ? [] : (fingerprint ?? [])))),
      texts([...new Set(candidates.flatMap(({ fromVisitor, runId }) => (fromVisitor ? [runId] : [])))]),
      texts([...withForm].map(keyedPrefix)),
    ],
  })
  const known = emptyKnownState()
  let databaseNow = 0
  for (const { kind, key, position, extra } of rows) {
    if (kind === 'head') [known.head, databaseNow] = [position, extra!]
    else if (kind === 'id') known.ids.set(key!, position)
    else if (kind === 'suppressed') known.suppressed.set(key!, { position, forgetAt: extra! })
    else if (kind === 'once') known.onceKeys.set(key!, position)
    else if (kind === 'content') known.contents.set(key!, { position, expiresAt: extra! })
    else known.usage.set(key!, { events: position, bytes: extra! })
  }
  const wrapped = new Map((await reading).map((row) => [nameOf(row), row.wrapped]))
  return { known, databaseNow, wrapped }
}
