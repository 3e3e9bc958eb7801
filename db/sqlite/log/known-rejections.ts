import type Database from 'better-sqlite3'
import type { KnownRejections } from '#db/log/keep-contents.ts'
import { contentsOf } from '#db/ports/append-rows.ts'
import type { Rejection } from '#db/ports/event-log.ts'
import { keptOfRuns, lastKeptDay } from '#db/reads/log/read-rejections.ts'
import { runQuery } from '#db/sqlite/connection/run-query-plan.ts'

/**
 * Returns a function that loads what `decideKept` needs for the rejected events of a batch. It must be called within the
 * transaction of the append.
 */
export function prepareLoadRejections(sqlite: Database.Database) {
  return (rejected: readonly Rejection[]): KnownRejections => {
    const runs = new Set(contentsOf(rejected).map(({ runId }) => runId))
    if (runs.size === 0) return { kept: new Map(), lastDay: undefined }
    const kept = runQuery<{ runId: string; events: number; bytes: number }>({ sqlite }, keptOfRuns([...runs]))
    const [lastDay] = runQuery<{ day: string; bytes: number }>({ sqlite }, lastKeptDay)
    return { kept: new Map(kept.map(({ runId, ...usage }) => [runId, usage])), lastDay }
  }
}
