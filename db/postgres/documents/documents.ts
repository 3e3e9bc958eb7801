import type { DocumentFacts, DocumentKey, DocumentStore, NewDocument } from '#db/ports/document-store.ts'
import { type DocumentRow, documentLocation, factColumns } from '#db/reads/document-columns.ts'
import type { DataKey, DataKeys } from '#db/keys/data-keys.ts'
import { type DataClass, classOfDocument } from '#domain/retention/data-class.ts'
import { headText } from '#db/reads/log/log-head.ts'
import type { Connection, Queryable } from '#db/postgres/connection/connection.ts'
import { appendLock } from '#db/postgres/connection/locks.ts'
import { ensureKey, readKey } from '#db/postgres/keys/key-table.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'

const byKey = 'WHERE run_id = $1 AND kind = $2 AND version = $3'
const valuesOf = ({ runId, kind, version }: DocumentKey) => [runId, kind, version]

/** Creates the `DocumentStore`. */
export function createDocuments(
  { pool }: Pick<Connection, 'pool'>,
  keys: DataKeys,
  { reserved }: { reserved: boolean },
): DocumentStore {
  return {
    freeze: (document) =>
      transaction(pool, async (tx) => {
        // Appends and erasures create and destroy data keys while they hold this lock. A command that has reserved the
        // database already holds it in another session.
        if (!reserved) tx.send({ text: 'SELECT pg_advisory_xact_lock($1)', values: [appendLock] })
        return freeze(tx, keys, document)
      }),

    async read(key) {
      const { rows } = await pool.query<DocumentRow>(
        `SELECT class AS "dataClass", ciphertext FROM documents ${byKey}`,
        valuesOf(key),
      )
      const [row] = rows
      const owner = row && (await readKey(pool, { runId: key.runId, dataClass: row.dataClass }))
      return owner && keys.open(owner, owner.wrapped).unsealBytes(documentLocation(key), row.ciphertext)
    },

    async list(runId) {
      const { rows } = await pool.query<DocumentFacts>(
        `SELECT ${factColumns} FROM documents WHERE run_id = $1 ORDER BY frozen_at, id`,
        [runId],
      )
      return rows
    },

    async remove(runId, kind) {
      await pool.query('DELETE FROM documents WHERE run_id = $1 AND kind = $2', [runId, kind])
    },
  }
}

async function freeze(
  tx: Queryable,
  keys: DataKeys,
  { content, ...facts }: NewDocument,
): Promise<DocumentFacts | 'gone'> {
  const { rows } = await tx.query<DocumentFacts>(
    `SELECT ${factColumns} FROM documents ${byKey}`,
    valuesOf(facts),
  )
  if (rows[0]) return rows[0]
  const dataClass = classOfDocument(facts.kind)
  const key = await keyOf(tx, keys, { runId: facts.runId, dataClass })
  if (!key) return 'gone'
  const { runId, kind, version, sha256, pages, template, frozenAt } = facts
  const bytes = content.length
  await tx.query(
    `INSERT INTO documents (run_id, kind, version, class, sha256, pages, bytes, template, frozen_at, ciphertext)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      runId,
      kind,
      version,
      dataClass,
      sha256,
      pages,
      bytes,
      template,
      frozenAt,
      key.seal(documentLocation(facts), content),
    ],
  )
  return { ...facts, bytes }
}

/**
 * Returns the data key for documents of this class. The key for invoices is created for the first invoice, but not after
 * the values of the order were erased.
 */
async function keyOf(
  tx: Queryable,
  keys: DataKeys,
  owner: { runId: string; dataClass: DataClass },
): Promise<DataKey | undefined> {
  const existing = await readKey(tx, owner)
  if (existing) return keys.open(owner, existing.wrapped)
  if (owner.dataClass !== 'invoice') return undefined
  if (!(await readKey(tx, { ...owner, dataClass: 'order' }))) return undefined
  const { rows } = await tx.query<{ head: number }>(headText)
  return ensureKey(tx, keys, { ...owner, position: rows[0]!.head + 1 })
}
