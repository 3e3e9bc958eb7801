import type { Pool } from 'pg'
import type { DataKeys } from '#db/keys/data-keys.ts'
import type { KeptRejection, RejectionGroup, RejectionStore } from '#db/ports/rejection-store.ts'
import { runQuery } from '#db/postgres/connection/run-query-plan.ts'
import { readKeys } from '#db/postgres/keys/key-table.ts'
import type { Sql } from '#db/reads/query-plan.ts'
import {
  type SealedRejection,
  keptOfRun,
  keptRejections,
  rejectionGroups,
} from '#db/reads/log/read-rejections.ts'

/** Implements `RejectionStore`. */
export function createRejectionReads(pool: Pool, keys: DataKeys): RejectionStore {
  async function read(query: Sql): Promise<KeptRejection[]> {
    const rows = await runQuery<SealedRejection>(pool, query)
    const held = await readKeys(
      pool,
      rows.map(({ runId }) => runId),
    )
    const opened = new Map(
      held.flatMap(({ runId, dataClass, wrapped }) =>
        dataClass === 'draft' ? [[runId, keys.open({ runId, dataClass }, wrapped)] as const] : [],
      ),
    )
    return rows.map(({ ciphertext, ...row }) => {
      const { runId, eventId } = row
      return { ...row, values: opened.get(runId)?.unseal({ runId, rejected: eventId }, ciphertext) ?? null }
    })
  }
  return {
    groups: (range, limit) => runQuery<RejectionGroup & object>(pool, rejectionGroups(range, limit)),
    kept: (query) => read(keptRejections(query)),
    ofRun: (runId) => read(keptOfRun(runId)),
  }
}
