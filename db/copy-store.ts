type Kind = 'whole' | 'text' | 'json' | 'bytes'

interface Table {
  /** Columns that order the rows and tell them apart. */
  key: readonly string[]
  columns: Readonly<Record<string, Kind>>
}

const tables = {
  events: {
    key: ['position'],
    columns: {
      position: 'whole',
      id: 'text',
      type: 'text',
      funnel: 'text',
      funnel_version: 'whole',
      run_id: 'text',
      session_id: 'text',
      step: 'whole',
      occurred_at: 'whole',
      sent_at: 'whole',
      received_at: 'whole',
      at: 'whole',
      data: 'json',
      facts: 'json',
      meta: 'json',
    },
  },
  personal_data: {
    key: ['position'],
    columns: { position: 'whole', run_id: 'text', ciphertext: 'bytes', email_hmac: 'bytes' },
  },
  once_keys: { key: ['key'], columns: { key: 'text', position: 'whole' } },
  fingerprints: {
    key: ['position'],
    columns: { position: 'whole', fingerprint: 'text', expires_at: 'whole' },
  },
  suppressed_ids: { key: ['id'], columns: { id: 'text', position: 'whole', forget_at: 'whole' } },
  rejected_events: {
    key: ['id'],
    columns: { id: 'whole', received_at: 'whole', type: 'text', funnel: 'text', issues: 'json' },
  },
  daily_counters: { key: ['day', 'name'], columns: { day: 'text', name: 'text', count: 'whole' } },
  deliveries: {
    key: ['id'],
    columns: {
      id: 'whole',
      endpoint: 'text',
      position: 'whole',
      run_id: 'text',
      event_type: 'text',
      sequence: 'whole',
      webhook_id: 'text',
      state: 'text',
      attempts: 'whole',
      next_attempt_at: 'whole',
      leased_until: 'whole',
      created_at: 'whole',
      finished_at: 'whole',
    },
  },
  delivery_attempts: {
    key: ['id'],
    columns: {
      id: 'whole',
      delivery_id: 'whole',
      number: 'whole',
      started_at: 'whole',
      duration_ms: 'whole',
      http_status: 'whole',
      error: 'text',
    },
  },
  stopped_endpoints: { key: ['endpoint'], columns: { endpoint: 'text', reason: 'text', at: 'whole' } },
} as const satisfies Record<string, Table>

export type CopiedTable = keyof typeof tables

/** In an order in which they may be filled. What is not here is made from these, or each store has its own. */
export const copiedTables = Object.keys(tables) as CopiedTable[]

export function tableOf(name: CopiedTable): Table {
  return tables[name]
}

/** Uploads are sealed by each engine in its own way, so only what finds them is read like this. */
export const uploadList: Table = {
  key: ['key'],
  columns: { key: 'whole', id: 'text', run_id: 'text', state: 'text' },
}

/** A row as it lies in the table, in the order of the columns; JSON as its text, so that both engines show the same bytes. */
export type CopyRow = CopyValue[]
export type CopyValue = number | string | Uint8Array | null

/** For moving house: whole tables, page by page, from one engine to another. Nobody else may use either of them meanwhile. */
export interface CopyStore {
  /** Rows behind the row `after`, by key. */
  export(table: CopiedTable | 'uploads', after: CopyRow | undefined, limit: number): Promise<CopyRow[]>
  /** Puts rows into a table as they are, all of them or none. */
  import(table: CopiedTable, rows: readonly CopyRow[]): Promise<void>
}

/** The query of a page; `placeholder` names the nth value, from 1, and `select` makes a column what a row holds of it. */
export function pageQuery(
  name: string,
  { key, columns }: Table,
  { behind, placeholder, select }: Dialect & { behind: boolean },
): string {
  const list = Object.entries(columns).map(([column, kind]) => select(column, kind))
  const by = key.join(', ')
  const where = behind ? `WHERE (${by}) > (${key.map((_, index) => placeholder(index + 1)).join(', ')})` : ''
  const limit = placeholder(behind ? key.length + 1 : 1)
  return `SELECT ${list.join(', ')} FROM ${name} ${where} ORDER BY ${by} LIMIT ${limit}`
}

interface Dialect {
  placeholder: (number: number) => string
  select: (column: string, kind: Kind) => string
}

/** The values of a row that say where it stands. */
export function keyOf({ key, columns }: Table, row: CopyRow): CopyValue[] {
  const names = Object.keys(columns)
  return key.map((column) => row[names.indexOf(column)]!)
}
