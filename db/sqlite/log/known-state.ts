import type Database from 'better-sqlite3'
import { type KnownState, emptyKnownState } from '#domain/log/decide-append.ts'
import { type AppendRows, contentsOf } from '#db/ports/append-rows.ts'
import { headText } from '#db/reads/log/log-head.ts'

interface ContentRow {
  fingerprint: string
  position: number
  expiresAt: number
}

interface UsageRow {
  runId: string
  events: number
  bytes: number
}

/**
 * Returns a function that loads the stored data on which `decideAppend` bases its decisions about a batch. It must be
 * called within the transaction of the append.
 */
export function prepareLoadKnownState(sqlite: Database.Database) {
  const head = sqlite.prepare<[], number>(headText).pluck()
  const ids = sqlite.prepare<[{ ids: string }], { id: string; position: number; forgetAt: number | null }>(
    `SELECT id, position, NULL AS forgetAt FROM events WHERE id IN (SELECT value FROM json_each(@ids))
     UNION ALL
     SELECT value, position, NULL
     FROM json_each(@ids) CROSS JOIN archived_ids a ON a.id = unhex(replace(value, '-', ''))
     UNION ALL
     SELECT id, position, forget_at FROM suppressed_ids WHERE id IN (SELECT value FROM json_each(@ids))`,
  )
  const onceKey = sqlite.prepare<[string], number>('SELECT position FROM once_keys WHERE key = ?').pluck()
  const contents = sqlite.prepare<[string], ContentRow>(
    `SELECT fingerprint, position, expires_at AS expiresAt FROM fingerprints
     WHERE fingerprint IN (SELECT value FROM json_each(?))`,
  )
  const usage = sqlite.prepare<[string], UsageRow>(
    `SELECT run_id AS runId, events, bytes FROM run_usage WHERE run_id IN (SELECT value FROM json_each(?))`,
  )

  const replayable = sqlite
    .prepare<[string], number>(
      `SELECT id FROM rejected_events WHERE id IN (SELECT value FROM json_each(?)) AND state = 'kept'`,
    )
    .pluck()

  return ({ rows, rejected }: AppendRows): KnownState => {
    const known = emptyKnownState()
    known.head = head.get() as number
    for (const { id, position, forgetAt } of ids.all({ ids: list(rows.map((row) => row.id)) })) {
      if (forgetAt === null) known.ids.set(id, position)
      else known.suppressed.set(id, { position, forgetAt })
    }
    for (const { once } of rows) {
      const position = once === null ? undefined : onceKey.get(once)
      if (position !== undefined) known.onceKeys.set(once!, position)
    }
    const fingerprints = rows.flatMap(({ fingerprint }) => fingerprint ?? [])
    for (const { fingerprint, position, expiresAt } of contents.all(list(fingerprints)))
      known.contents.set(fingerprint, { position, expiresAt })
    const runs = new Set(rows.flatMap(({ fromVisitor, runId }) => (fromVisitor ? [runId] : [])))
    for (const { runId } of contentsOf(rejected)) runs.add(runId)
    for (const { runId, events, bytes } of usage.all(list([...runs])))
      known.usage.set(runId, { events, bytes })
    const replays = rows.flatMap(({ replay }) => replay?.rejection ?? [])
    if (replays.length > 0) known.replayable = new Set(replayable.all(JSON.stringify(replays)))
    return known
  }
}

function list(values: readonly string[]): string {
  return JSON.stringify(values)
}
