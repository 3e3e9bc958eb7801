import type Database from 'better-sqlite3'
import type { HoldChange } from '#db/ports/outbox-store.ts'
import { holdStatements } from '#db/outbox/hold-changes.ts'

/** Returns a function that holds, releases or discards the messages of runs. It must be called within a transaction. */
export function changeHolds(sqlite: Database.Database) {
  const prepare = (change: HoldChange['change']) =>
    holdStatements(change, { run: '@runId', at: '@at' }).map((text) => sqlite.prepare<[HoldChange]>(text))
  const statements = { hold: prepare('hold'), release: prepare('release'), discard: prepare('discard') }
  return (holds: readonly HoldChange[]) => {
    for (const hold of holds) for (const statement of statements[hold.change]) statement.run(hold)
  }
}
