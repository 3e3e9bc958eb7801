// Repeats the log, the runs and the orders of a filled store with SQL, which is much faster than filling it. Each copy of
// an event, run or order has another id, and the copied events follow the others. Sums by day and campaign stay as they
// are, because their number does not depend on the number of events.
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { headText } from '#db/reads/log/log-head.ts'
import { handleMessages } from './start-process.ts'

export interface Repetition {
  /** File of a SQLite database or URL of a PostgreSQL database. */
  database: { file: string } | { url: string }
  /** The size of the log afterwards, as a multiple of its size before. At most 200. */
  times: number
}

/** Replaces the first two digits of a UUID by `$copy`. In version 7, they are 01 until the year 2039. */
const otherId = (column: string) => `'$copy' || substr(${column}, 3)`
const firstCopy = 0x11
/** Condition that a row is not a copy. */
const isOriginal = `run_id < '1'`

/** Columns that differ in a copy, with the expression of their new value. */
const copied = {
  // Operational events have some of the positions, and the log has no gaps.
  events: {
    position: '$head + row_number() OVER (ORDER BY position)',
    id: otherId('id'),
    run_id: otherId('run_id'),
  },
  runs: { run_id: otherId('run_id'), last_position: 'last_position + $head' },
  orders: {
    order_id: otherId('order_id'),
    run_id: otherId('run_id'),
    position: 'position + $head',
    last_position: 'last_position + $head',
  },
}

/** Number of events that are copied in one transaction. */
const eventsPerCopy = 100_000

interface Sql {
  query: (text: string) => Promise<Record<string, unknown>[]>
  /** Does what the server would do in the background after so many changes. */
  settle: () => Promise<void>
  close: () => Promise<void>
}

/** Returns the number of positions of the log. */
handleMessages(async ({ database, times }: Repetition) => {
  const sql = 'file' in database ? openFile(database.file) : await connect(database.url)
  try {
    const head = await headOf(sql)
    for (let number = 0; number < times - 1; number++) await addCopy(sql, head, number)
    const repeated = await headOf(sql)
    await sql.query(`UPDATE counted_days SET position = position + ${repeated - head}`)
    await sql.query(`UPDATE generations SET checkpoint = ${repeated} WHERE state = 'live'`)
    await sql.settle()
    return repeated
  } finally {
    await sql.close()
  }
})

/** Adds a copy of everything up to a position. */
async function addCopy(sql: Sql, upTo: number, number: number): Promise<void> {
  const name = (firstCopy + number).toString(16)
  const head = await headOf(sql)
  for (let after = 0; after < upTo; after += eventsPerCopy) {
    const where = `position > ${after} AND position <= ${Math.min(after + eventsPerCopy, upTo)}`
    await copy(sql, 'events', { name, head: await headOf(sql), where })
  }
  for (const table of ['runs', 'orders'] as const)
    for (const { day } of await sql.query(`SELECT DISTINCT day FROM ${table}`))
      await copy(sql, table, { name, head, where: `day = '${day as string}' AND ${isOriginal}` })
}

async function headOf(sql: Sql): Promise<number> {
  const [row] = await sql.query(headText)
  return Number(row!['head'])
}

interface Copy {
  /** The first two digits of the new ids. */
  name: string
  /** The last position before the copy. */
  head: number
  /** Selects the rows to copy. */
  where: string
}

/** Copies the selected rows with the new values of `copied`. */
async function copy(sql: Sql, table: keyof typeof copied, { name, head, where }: Copy): Promise<void> {
  const changed: Record<string, string> = copied[table]
  const columns = await sql.query(`SELECT * FROM ${table} LIMIT 1`).then(([row]) => Object.keys(row ?? {}))
  const values = columns.map(
    (column) => changed[column]?.replace('$head', String(head)).replace('$copy', name) ?? column,
  )
  await sql.query(
    `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table} WHERE ${where}`,
  )
}

function openFile(file: string): Sql {
  const sqlite = new Database(file, { fileMustExist: true })
  sqlite.pragma('synchronous = OFF')
  // 1 GB instead of 16 MB, so that the inner pages of the large indexes stay in memory.
  sqlite.pragma('cache_size = -1000000')
  return {
    async query(text) {
      const statement = sqlite.prepare<[], Record<string, unknown>>(text)
      if (statement.reader) return statement.all()
      statement.run()
      return []
    },
    settle: async () => void sqlite.pragma('wal_checkpoint(TRUNCATE)'),
    close: async () => void sqlite.close(),
  }
}

async function connect(url: string): Promise<Sql> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    query: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    async settle() {
      await client.query('VACUUM (ANALYZE)')
      await client.query('CHECKPOINT')
    },
    close: () => client.end(),
  }
}
