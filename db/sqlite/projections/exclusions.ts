import { type Exclusion, type PendingMessages, maxReasonLength } from '#db/ports/exclusion-store.ts'
import { readExcludedAmong, readExclusion, readExclusionCounts } from '#db/reads/read-exclusions.ts'
import { runQueryPlan } from '#db/sqlite/connection/run-query-plan.ts'
import { changeHolds } from '#db/sqlite/outbox/change-holds.ts'
import { prepareWriteRows } from './commit-projection.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { internNames } from './intern.ts'
import { enqueueMessages } from '#db/sqlite/outbox/enqueue.ts'
import type { RunChangeText } from './projection-rows.ts'
import { addAttribution, addDropOff, countDays } from './roll-ups.ts'

type Outcome = 'done' | 'unchanged' | 'conflict'

/** Creates the reading methods of `ExclusionStore`. */
export function createExclusionReads(connection: Connection) {
  return {
    findExclusion: (runId: string) => runQueryPlan(connection, readExclusion(runId)),
    excludedAmong: (runIds: readonly string[]) => runQueryPlan(connection, readExcludedAmong(runIds)),
    countExclusions: (since: number) => runQueryPlan(connection, readExclusionCounts(since)),
  }
}

/** Creates the writing methods of `ExclusionStore`. */
export function createExclusions({ sqlite }: Connection) {
  const generations = sqlite
    .prepare<[], number>("SELECT generation FROM generations WHERE state <> 'removed' ORDER BY generation")
    .pluck()
  const live = sqlite.prepare<[], number>("SELECT checkpoint FROM generations WHERE state = 'live'").pluck()
  const checkpoint = sqlite
    .prepare<[number], number>('SELECT checkpoint FROM generations WHERE generation = ?')
    .pluck()
  const raise = sqlite.prepare("UPDATE generations SET revision = revision + 1 WHERE state <> 'removed'")
  const isExcluded = sqlite.prepare<[string]>('SELECT 1 FROM excluded_runs WHERE run_id = ?')
  const insert = sqlite.prepare<[Exclusion]>(
    `INSERT INTO excluded_runs (run_id, at, excluded_by, reason, position) VALUES (@runId, @at, @by, @reason, @position)`,
  )
  const remove = sqlite.prepare<[string]>('DELETE FROM excluded_runs WHERE run_id = ?')
  const rowAt = sqlite
    .prepare<[number, string], number>('SELECT last_position FROM runs WHERE generation = ? AND run_id = ?')
    .pluck()
  const projectedUpTo = sqlite
    .prepare<[string, number], number | null>(
      `SELECT max(position) FROM events
       WHERE run_id = ? AND position <= (SELECT checkpoint FROM generations WHERE generation = ?)`,
    )
    .pluck()
  const removeRun = sqlite.prepare<[number, string]>('DELETE FROM runs WHERE generation = ? AND run_id = ?')
  const removeOrder = sqlite.prepare<[number, string]>(
    'DELETE FROM orders WHERE generation = ? AND run_id = ?',
  )
  const numbersOf = internNames(sqlite)
  const write = prepareWriteRows(sqlite)
  const dropOff = addDropOff(sqlite)
  const days = countDays(sqlite)
  const attribution = addAttribution(sqlite)
  const enqueue = enqueueMessages(sqlite)
  const hold = changeHolds(sqlite)

  function apply(runId: string, changes: readonly RunChangeText[]): void {
    const numbers = numbersOf()
    for (const one of changes) {
      if (one.kind === 'skip') continue
      const { generation, change } = one
      removeRun.run(generation, runId)
      removeOrder.run(generation, runId)
      const { counted, order } = change
      write({ generation, counted, orders: order ? [order] : [] }, numbers)
      dropOff(generation, counted, numbers)
      days(generation, change.days, checkpoint.get(generation)!)
      attribution(generation, change.attribution)
    }
    raise.run()
  }

  function fits(
    changes: readonly RunChangeText[],
    positionIn: (generation: number) => number | null,
  ): boolean {
    const known = changes.map(({ generation }) => generation).toSorted((a, b) => a - b)
    if (generations.all().join() !== known.join()) return false
    return changes.every(
      (one) => one.kind === 'skip' || positionIn(one.generation) === one.change.lastPosition,
    )
  }

  const exclude = sqlite.transaction(
    (exclusion: Omit<Exclusion, 'position'>, changes: readonly RunChangeText[]): Outcome => {
      const { runId, reason } = exclusion
      if (isExcluded.get(runId)) return 'unchanged'
      if (!fits(changes, (generation) => rowAt.get(generation, runId) ?? null)) return 'conflict'
      apply(runId, changes)
      insert.run({ ...exclusion, reason: reason.slice(0, maxReasonLength), position: live.get()! })
      return 'done'
    },
  )
  const include = sqlite.transaction(
    (runId: string, changes: readonly RunChangeText[], pending: PendingMessages): Outcome => {
      if (!isExcluded.get(runId)) return 'unchanged'
      if (!fits(changes, (generation) => projectedUpTo.get(runId, generation) ?? null)) return 'conflict'
      apply(runId, changes)
      remove.run(runId)
      enqueue(pending.messages)
      hold(pending.holds)
      return 'done'
    },
  )
  return {
    excludeRun: (exclusion: Omit<Exclusion, 'position'>, changes: readonly RunChangeText[]) =>
      exclude.immediate(exclusion, changes),
    includeRun: (runId: string, changes: readonly RunChangeText[], pending: PendingMessages) =>
      include.immediate(runId, changes, pending),
  }
}
