import type { Pool } from 'pg'
import {
  type CopiedTable,
  type CopyRow,
  type CopyStore,
  keyOf,
  pageQuery,
  tableOf,
  uploadList,
} from '#db/ports/copy-store.ts'
import { partOf } from '#db/postgres/keys/partitions.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'

const types = { whole: 'bigint', text: 'text', json: 'json', bytes: 'bytea' }

const dialect = {
  placeholder: (number: number) => `$${number}`,
  // The driver returns text unchanged, but would parse JSON.
  select: (column: string, kind: keyof typeof types) => (kind === 'json' ? `${column}::text` : column),
}

/** Tables whose keys PostgreSQL generates; it continues after the highest imported one. */
const counted: ReadonlySet<CopiedTable> = new Set(['rejected_events', 'outbox', 'outbox_attempts'])

const partitioned: ReadonlySet<CopiedTable> = new Set(['data_keys', 'email_hmacs'])

export function createCopy(pool: Pool): CopyStore {
  return {
    export: async (name, after, limit) => {
      const table = name === 'uploads' ? uploadList : tableOf(name)
      const text = pageQuery(name, table, { ...dialect, hasCursor: after !== undefined })
      const values = [...(after ? keyOf(table, after) : []), limit]
      const { rows } = await pool.query<CopyRow>({ text, values, rowMode: 'array' })
      return rows
    },
    import: async (name, rows) => {
      const columns = Object.entries(tableOf(name).columns)
      const arrays = columns.map(([, kind], index) => `$${index + 1}::${types[kind]}[]`)
      const values: unknown[] = columns.map((_, index) => rows.map((row) => row[index]))
      const names = columns.map(([column]) => column)
      if (partitioned.has(name)) {
        names.push('part')
        arrays.push(`$${columns.length + 1}::int[]`)
        values.push(
          rows.map((row) => partOf(row[columns.findIndex(([column]) => column === 'run_id')] as string)),
        )
      }
      const identity = counted.has(name) ? 'OVERRIDING SYSTEM VALUE' : ''
      await transaction(pool, async (tx) => {
        await tx.query({
          text: `INSERT INTO ${name} (${names.join(', ')}) ${identity} SELECT * FROM unnest(${arrays.join(', ')})`,
          values,
        })
        if (!counted.has(name)) return
        await tx.query(
          `SELECT setval(pg_get_serial_sequence('${name}', 'id'), (SELECT max(id) FROM ${name}))`,
        )
      })
    },
  }
}
