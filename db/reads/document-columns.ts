import type { DocumentKey } from '#db/ports/document-store.ts'
import type { DataClass } from '#domain/retention/data-class.ts'

export interface DocumentRow {
  dataClass: DataClass
  ciphertext: Buffer
}

/** Selected columns, aliased to the names of `DocumentFacts`. */
export const factColumns =
  'run_id AS "runId", kind, version, sha256, pages, bytes, template, frozen_at AS "frozenAt"'

/** Returns the location to which the encrypted content of a document is bound. */
export function documentLocation({ runId, kind, version }: DocumentKey) {
  return { runId, document: `${kind}:${version}` }
}
