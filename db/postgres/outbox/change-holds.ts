import type { HoldChange } from '#db/ports/outbox-store.ts'
import { holdStatements } from '#db/outbox/hold-changes.ts'
import type { Transaction } from '#db/postgres/connection/transaction.ts'

/** Holds, releases or discards the messages of runs within the transaction. */
export function changeHolds(tx: Transaction, holds: readonly HoldChange[]): void {
  for (const { runId, change, at } of holds) {
    // The statement for `hold` does not use `at`, and PostgreSQL rejects values that no placeholder uses.
    const values = change === 'hold' ? [runId] : [runId, at]
    for (const text of holdStatements(change, { run: '$1', at: '$2' })) tx.send({ text, values })
  }
}
