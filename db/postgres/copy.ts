import type { Pool } from 'pg'
import {
  type CopiedTable,
  type CopyRow,
  type CopyStore,
  keyOf,
  pageQuery,
  tableOf,
  uploadList,
} from '../copy-store.ts'
import { transaction } from './transaction.ts'

const types = { whole: 'bigint', text: 'text', json: 'json', bytes: 'bytea' }

const dialect = {
  placeholder: (number: number) => `$${number}`,
  // As text the driver leaves it as it was written.
  select: (column: string, kind: keyof typeof types) => (kind === 'json' ? `${column}::text` : column),
}

/** Tables whose keys PostgreSQL counts itself; it goes on behind the highest one that was put in. */
const counted: ReadonlySet<CopiedTable> = new Set(['rejected_events', 'deliveries', 'delivery_attempts'])

export function createCopy(pool: Pool): CopyStore {
  return {
    export: async (name, after, limit) => {
      const table = name === 'uploads' ? uploadList : tableOf(name)
      const text = pageQuery(name, table, { ...dialect, behind: after !== undefined })
      const values = [...(after ? keyOf(table, after) : []), limit]
      const { rows } = await pool.query<CopyRow>({ text, values, rowMode: 'array' })
      return rows
    },
    import: async (name, rows) => {
      const columns = Object.entries(tableOf(name).columns)
      const arrays = columns.map(([, kind], index) => `$${index + 1}::${types[kind]}[]`)
      const names = columns.map(([column]) => column).join(', ')
      const identity = counted.has(name) ? 'OVERRIDING SYSTEM VALUE' : ''
      await transaction(pool, async (tx) => {
        await tx.query({
          text: `INSERT INTO ${name} (${names}) ${identity} SELECT * FROM unnest(${arrays.join(', ')})`,
          values: columns.map((_, index) => rows.map((row) => row[index])),
        })
        if (!counted.has(name)) return
        await tx.query(
          `SELECT setval(pg_get_serial_sequence('${name}', 'id'), (SELECT max(id) FROM ${name}))`,
        )
      })
    },
  }
}
