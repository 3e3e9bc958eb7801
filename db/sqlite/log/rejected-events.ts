import type Database from 'better-sqlite3'
import type { BatchKeys } from '#db/keys/batch-keys.ts'
import type { Batch } from '#db/log/append-batch.ts'

/**
 * Returns a function that stores the rejected events of a batch, and records the outcomes of its replays. Content is
 * removed when the event has been replayed.
 */
export function keepRejections(sqlite: Database.Database) {
  const insert = sqlite.prepare(
    `INSERT INTO rejected_events (received_at, type, funnel, issues, state, run_id, event_id, facts, ciphertext)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const settle = sqlite.prepare<[string, number, number]>(
    `UPDATE rejected_events SET state = ?, position = ?, event_id = NULL, facts = NULL, ciphertext = NULL WHERE id = ?`,
  )
  return ({ rejected, replayed, head }: Batch, held: BatchKeys) => {
    for (const { receivedAt, type, funnel, issues, state, content } of rejected) {
      const { runId = null, eventId = null, facts = null } = content ?? {}
      const sealed = content ? held.sealRejected(content, head) : null
      insert.run(receivedAt, type, funnel, JSON.stringify(issues), state, runId, eventId, facts, sealed)
    }
    for (const { rejection, state, position } of replayed) settle.run(state, position, rejection)
  }
}
