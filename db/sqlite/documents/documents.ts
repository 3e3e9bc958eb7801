import type { DocumentFacts, DocumentKey, NewDocument } from '#db/ports/document-store.ts'
import { type DocumentRow, documentLocation, factColumns } from '#db/reads/document-columns.ts'
import { release } from '#db/worker/release.ts'
import type { DataKey, DataKeys } from '#db/keys/data-keys.ts'
import { type DataClass, classOfDocument } from '#domain/retention/data-class.ts'
import { headText } from '#db/reads/log/log-head.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { createKeyTable, keyExists } from '#db/sqlite/keys/key-table.ts'

/** Creates the reading methods of `DocumentStore`. */
export function createDocumentReads({ sqlite }: Connection, keys: DataKeys) {
  const ofRun = sqlite.prepare<[string], DocumentFacts>(
    `SELECT ${factColumns} FROM documents WHERE run_id = ? ORDER BY frozen_at, id`,
  )
  const one = sqlite.prepare<[DocumentKey], DocumentRow & { wrapped: Buffer }>(
    `SELECT d.class AS dataClass, d.ciphertext, k.wrapped FROM documents d
     JOIN data_keys k ON k.run_id = d.run_id AND k.class = d.class AND k.${keyExists}
     WHERE d.run_id = @runId AND d.kind = @kind AND d.version = @version`,
  )
  return {
    listDocuments: (runId: string): DocumentFacts[] => ofRun.all(runId),
    readDocument(key: DocumentKey): Uint8Array | undefined {
      const row = one.get(key)
      if (!row) return undefined
      const { dataClass, wrapped, ciphertext } = row
      const { runId } = key
      const content = keys.open({ runId, dataClass }, wrapped).unsealBytes(documentLocation(key), ciphertext)
      release(ciphertext)
      return content
    },
  }
}

/** Creates the writing methods of `DocumentStore`. */
export function createDocuments({ sqlite }: Connection, keys: DataKeys) {
  const table = createKeyTable(sqlite, keys)
  const head = sqlite.prepare<[], number>(headText).pluck()
  const find = sqlite.prepare<[DocumentKey], DocumentFacts>(
    `SELECT ${factColumns} FROM documents WHERE run_id = @runId AND kind = @kind AND version = @version`,
  )
  const insert = sqlite.prepare<[DocumentFacts & { dataClass: DataClass; ciphertext: Buffer }]>(
    `INSERT INTO documents (run_id, kind, version, class, sha256, pages, bytes, template, frozen_at, ciphertext)
     VALUES (@runId, @kind, @version, @dataClass, @sha256, @pages, @bytes, @template, @frozenAt, @ciphertext)`,
  )
  const remove = sqlite.prepare<[string, string]>('DELETE FROM documents WHERE run_id = ? AND kind = ?')

  /**
   * Returns the data key for documents of this class. The key for invoices is created for the first invoice, but not
   * after the values of the order were erased.
   */
  function keyOf(runId: string, dataClass: DataClass): DataKey | undefined {
    const existing = table.open({ runId, dataClass })
    if (existing || dataClass !== 'invoice') return existing
    const isOrder = table.read({ runId, dataClass: 'order' }) !== undefined
    return isOrder ? table.add({ runId, dataClass }, head.get()! + 1) : undefined
  }

  const freeze = sqlite.transaction(({ content, ...facts }: NewDocument): DocumentFacts | 'gone' => {
    const existing = find.get(facts)
    if (existing) return existing
    const dataClass = classOfDocument(facts.kind)
    const key = keyOf(facts.runId, dataClass)
    if (!key) return 'gone'
    const ciphertext = key.seal(documentLocation(facts), content)
    const frozen = { ...facts, bytes: content.length }
    insert.run({ ...frozen, dataClass, ciphertext })
    release(content)
    return frozen
  })
  return {
    freezeDocument: (document: NewDocument): DocumentFacts | 'gone' => freeze.immediate(document),
    removeDocuments: (runId: string, kind: string): void => void remove.run(runId, kind),
  }
}
