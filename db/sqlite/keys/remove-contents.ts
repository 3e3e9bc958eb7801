import type Database from 'better-sqlite3'

/**
 * Returns a function that removes the content of a run's rejected events, which can then no longer be replayed. It must
 * be called within the transaction that destroys the data key of the run's drafts.
 */
export function removeContents(sqlite: Database.Database) {
  const remove = sqlite.prepare<[string]>(
    `UPDATE rejected_events SET state = 'removed', run_id = NULL, event_id = NULL, facts = NULL, ciphertext = NULL
     WHERE state = 'kept' AND run_id = ?`,
  )
  return (runId: string): void => void remove.run(runId)
}
