import type { DataKeys } from '#db/keys/data-keys.ts'
import type { KeptQuery, KeptRejection, RejectionGroup, RejectionRange } from '#db/ports/rejection-store.ts'
import {
  type SealedRejection,
  keptOfRun,
  keptRejections,
  rejectionGroups,
} from '#db/reads/log/read-rejections.ts'
import type { Sql } from '#db/reads/query-plan.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { runQuery } from '#db/sqlite/connection/run-query-plan.ts'
import { createKeyTable } from '#db/sqlite/keys/key-table.ts'

/** Implements `RejectionStore`. */
export function createRejectionReads({ sqlite }: Connection, keys: DataKeys) {
  const table = createKeyTable(sqlite, keys)
  const open = ({ ciphertext, ...row }: SealedRejection): KeptRejection => {
    const { runId, eventId } = row
    const key = table.open({ runId, dataClass: 'draft' })
    return { ...row, values: key?.unseal({ runId, rejected: eventId }, ciphertext) ?? null }
  }
  const read = (query: Sql) => runQuery<SealedRejection>({ sqlite }, query).map(open)
  return {
    groups: (range: RejectionRange, limit: number) =>
      runQuery<RejectionGroup>({ sqlite }, rejectionGroups(range, limit)),
    kept: (query: KeptQuery) => read(keptRejections(query)),
    ofRun: (runId: string) => read(keptOfRun(runId)),
  }
}
