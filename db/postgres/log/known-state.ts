import { type KnownState, emptyKnownState } from '#domain/log/decide-append.ts'
import type { KnownRejections } from '#db/log/keep-contents.ts'
import { type AppendRows, contentsOf } from '#db/ports/append-rows.ts'
import { keptOfRuns, lastKeptDay } from '#db/reads/log/read-rejections.ts'
import { bigints, texts } from '#db/postgres/connection/binary-array.ts'
import { headText } from '#db/reads/log/log-head.ts'
import { toStatement } from '#db/postgres/connection/run-query-plan.ts'
import type { Transaction } from '#db/postgres/connection/transaction.ts'
import { lastKeyChangeText } from './prepare-append.ts'

interface Row {
  kind: 'head' | 'keys' | 'id' | 'suppressed' | 'once' | 'content' | 'usage' | 'replayable'
  key: string | null
  position: number
  /**
   * A number whose meaning depends on `kind`: the time of the database's clock, `forget_at`, `expires_at` or the size
   * of the run in bytes. Times are in ms since the epoch.
   */
  extra: number | null
}

/** Matches the ids that `archived_ids` can contain. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A single statement reads everything, so that one round trip is enough. */
const text = `
  SELECT 'head' AS kind, NULL AS key, (${headText}) AS position,
    (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS extra
  UNION ALL SELECT 'keys', NULL, ${lastKeyChangeText}, NULL
  UNION ALL SELECT 'id', id, position, NULL FROM events WHERE id = ANY ($1)
  UNION ALL SELECT 'id', id::text, position, NULL FROM archived_ids WHERE id = ANY ($6::uuid[])
  UNION ALL SELECT 'suppressed', id, position, forget_at FROM suppressed_ids WHERE id = ANY ($1)
  UNION ALL SELECT 'once', key, position, NULL FROM once_keys WHERE key = ANY ($2)
  UNION ALL SELECT 'content', fingerprint, position, expires_at FROM fingerprints WHERE fingerprint = ANY ($3)
  UNION ALL SELECT 'usage', run_id, events, bytes FROM run_usage WHERE run_id = ANY ($4)
  UNION ALL SELECT 'replayable', NULL, id, NULL FROM rejected_events WHERE id = ANY ($5::bigint[]) AND state = 'kept'`

/**
 * Loads the state that `decideAppend` needs for a batch whose fingerprints are keyed. Also returns the time of the
 * database's clock, in ms since the epoch, and the id of the last transaction that has destroyed or replaced data keys. The
 * caller must hold the append lock.
 */
export async function loadKnownState(
  tx: Transaction,
  { rows: candidates, rejected }: AppendRows,
): Promise<{ known: KnownState; databaseNow: number; lastKeyChange: number }> {
  const contents = contentsOf(rejected).map(({ runId }) => runId)
  const fromVisitors = candidates.flatMap(({ fromVisitor, runId }) => (fromVisitor ? [runId] : []))
  const { rows } = await tx.query<Row>({
    name: 'append-known',
    text,
    values: [
      texts(candidates.map(({ id }) => id)),
      texts(candidates.flatMap(({ once }) => once ?? [])),
      texts(candidates.flatMap(({ fingerprint }) => fingerprint ?? [])),
      texts([...new Set([...fromVisitors, ...contents])]),
      bigints(candidates.flatMap(({ replay }) => replay?.rejection ?? [])),
      candidates.map(({ id }) => id).filter((id) => uuid.test(id)),
    ],
  })
  const known = emptyKnownState()
  let [databaseNow, lastKeyChange] = [0, 0]
  for (const { kind, key, position, extra } of rows) {
    if (kind === 'head') [known.head, databaseNow] = [position, extra!]
    else if (kind === 'keys') lastKeyChange = position
    else if (kind === 'id') known.ids.set(key!, position)
    else if (kind === 'suppressed') known.suppressed.set(key!, { position, forgetAt: extra! })
    else if (kind === 'once') known.onceKeys.set(key!, position)
    else if (kind === 'content') known.contents.set(key!, { position, expiresAt: extra! })
    else if (kind === 'usage') known.usage.set(key!, { events: position, bytes: extra! })
    else known.replayable.add(position)
  }
  return { known, databaseNow, lastKeyChange }
}

/** Loads what `decideKept` needs for the rejected events of a batch. The caller must hold the append lock. */
export async function loadRejections(tx: Transaction, { rejected }: AppendRows): Promise<KnownRejections> {
  const runs = new Set(contentsOf(rejected).map(({ runId }) => runId))
  if (runs.size === 0) return { kept: new Map(), lastDay: undefined }
  const [kept, days] = await Promise.all([
    tx.query<{ runId: string; events: number; bytes: number }>(toStatement(keptOfRuns([...runs]))),
    tx.query<{ day: string; bytes: number }>(toStatement(lastKeptDay)),
  ])
  return { kept: new Map(kept.rows.map(({ runId, ...usage }) => [runId, usage])), lastDay: days.rows[0] }
}
