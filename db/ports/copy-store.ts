/** A `uuid` is text in a `CopyRow`. */
export type Kind = 'whole' | 'text' | 'json' | 'bytes' | 'uuid'

interface Table {
  /** Columns of the unique key by which the rows are ordered. */
  key: readonly string[]
  columns: Readonly<Record<string, Kind>>
}

const tables = {
  // Before `events`: a position may be missing in `events` only if it is archived or an operational event has it.
  archived_ranges: {
    key: ['up_to'],
    columns: {
      up_to: 'whole',
      after: 'whole',
      events: 'whole',
      first_at: 'whole',
      file: 'text',
      bytes: 'whole',
      sha256: 'text',
      archived_at: 'whole',
      removed_at: 'whole',
    },
  },
  operational_events: {
    key: ['position'],
    columns: { position: 'whole', type: 'text', once: 'text', day: 'text', at: 'whole', data: 'json' },
  },
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
  archived_ids: { key: ['id'], columns: { id: 'uuid', position: 'whole' } },
  archived_runs: { key: ['run_id'], columns: { run_id: 'text', position: 'whole' } },
  personal_data: {
    key: ['position'],
    columns: {
      position: 'whole',
      run_id: 'text',
      class: 'text',
      ciphertext: 'bytes',
    },
  },
  data_keys: {
    key: ['run_id', 'class'],
    columns: { run_id: 'text', class: 'text', wrapped: 'bytes', position: 'whole' },
  },
  email_hmacs: { key: ['run_id', 'position'], columns: { position: 'whole', run_id: 'text', hmac: 'bytes' } },
  name_hmacs: {
    key: ['run_id', 'position', 'word'],
    columns: { position: 'whole', run_id: 'text', word: 'whole', hmac: 'bytes' },
  },
  once_keys: { key: ['key'], columns: { key: 'text', position: 'whole' } },
  fingerprints: {
    key: ['position'],
    columns: { position: 'whole', fingerprint: 'text', expires_at: 'whole' },
  },
  suppressed_ids: { key: ['id'], columns: { id: 'text', position: 'whole', forget_at: 'whole' } },
  run_usage: { key: ['run_id'], columns: { run_id: 'text', events: 'whole', bytes: 'whole' } },
  rejected_events: {
    key: ['id'],
    columns: {
      id: 'whole',
      received_at: 'whole',
      type: 'text',
      funnel: 'text',
      issues: 'json',
      state: 'text',
      run_id: 'text',
      event_id: 'text',
      facts: 'json',
      ciphertext: 'bytes',
      position: 'whole',
    },
  },
  daily_counters: { key: ['day', 'name'], columns: { day: 'text', name: 'text', count: 'whole' } },
  outbox: {
    key: ['id'],
    columns: {
      id: 'whole',
      destination: 'text',
      position: 'whole',
      run_id: 'text',
      event_type: 'text',
      sequence: 'whole',
      message_id: 'text',
      content: 'bytes',
      state: 'text',
      attempts: 'whole',
      next_attempt_at: 'whole',
      leased_until: 'whole',
      created_at: 'whole',
      finished_at: 'whole',
    },
  },
  outbox_attempts: {
    key: ['id'],
    columns: {
      id: 'whole',
      outbox_id: 'whole',
      number: 'whole',
      started_at: 'whole',
      duration_ms: 'whole',
      status: 'whole',
      error: 'text',
    },
  },
  excluded_runs: {
    key: ['run_id'],
    columns: { run_id: 'text', at: 'whole', excluded_by: 'text', reason: 'text', position: 'whole' },
  },
  number_ranges: { key: ['range', 'year'], columns: { range: 'text', year: 'whole', last: 'whole' } },
  documents: {
    key: ['id'],
    columns: {
      id: 'whole',
      run_id: 'text',
      kind: 'text',
      version: 'whole',
      class: 'text',
      sha256: 'text',
      pages: 'whole',
      bytes: 'whole',
      template: 'whole',
      frozen_at: 'whole',
      ciphertext: 'bytes',
    },
  },
  audit: {
    key: ['id'],
    columns: { id: 'whole', at: 'whole', operator: 'text', action: 'text', order_id: 'text', detail: 'text' },
  },
  users: {
    key: ['id'],
    columns: {
      id: 'text',
      email_hash: 'text',
      sealed: 'bytes',
      role: 'text',
      state: 'text',
      password_hash: 'text',
      version: 'whole',
      link_hash: 'text',
      link_expires_at: 'whole',
      identity_hash: 'text',
      created_at: 'whole',
      last_login_at: 'whole',
    },
  },
  access_tokens: {
    key: ['id'],
    columns: {
      id: 'text',
      hash: 'text',
      kind: 'text',
      name: 'text',
      scope: 'text',
      user_id: 'text',
      created_at: 'whole',
      expires_at: 'whole',
      last_used_at: 'whole',
    },
  },
  saved_views: {
    key: ['id'],
    columns: { id: 'text', user_id: 'text', name: 'text', path: 'text', created_at: 'whole' },
  },
  access_settings: { key: ['name'], columns: { name: 'text', value: 'text' } },
  texts: {
    key: ['sha256'],
    columns: { sha256: 'text', name: 'text', content: 'text', first_seen_at: 'whole' },
  },
  stopped_destinations: {
    key: ['destination'],
    columns: { destination: 'text', code: 'text', at: 'whole' },
  },
} as const satisfies Record<string, Table>

export type CopiedTable = keyof typeof tables

/**
 * Names of the tables copied by `CopyStore`, in an order that satisfies foreign keys. Uploads are copied separately.
 * All other tables are derived from the copied ones or are specific to one store.
 */
export const copiedTables = Object.keys(tables) as CopiedTable[]

export function tableOf(name: CopiedTable): Table {
  return tables[name]
}

/**
 * The exported columns of `uploads`. They only list the uploads: each upload is copied through `UploadStore`, because
 * the engines seal uploads differently.
 */
export const uploadList: Table = {
  key: ['key'],
  columns: { key: 'whole', id: 'text', run_id: 'text', state: 'text' },
}

/** A stored row in column order. JSON is text, so that both engines return the same bytes. */
export type CopyRow = CopyValue[]
export type CopyValue = number | string | Uint8Array | null

/**
 * Copies whole tables, page by page, from one engine to another. No other process may use either database meanwhile.
 */
export interface CopyStore {
  /** Returns the next `limit` rows after the row `after`, ordered by key. */
  export(table: CopiedTable | 'uploads', after: CopyRow | undefined, limit: number): Promise<CopyRow[]>
  /** Inserts rows unchanged into a table, in one transaction. */
  import(table: CopiedTable, rows: readonly CopyRow[]): Promise<void>
}

/**
 * Returns the query for one page of rows. `placeholder` returns the placeholder of the nth value, counted from 1,
 * and `select` the expression that reads a column as a `CopyValue`.
 */
export function pageQuery(
  name: string,
  { key, columns }: Table,
  { hasCursor, placeholder, select }: Dialect & { hasCursor: boolean },
): string {
  const list = Object.entries(columns).map(([column, kind]) => select(column, kind))
  const by = key.join(', ')
  const where = hasCursor
    ? `WHERE (${by}) > (${key.map((column, index) => placeholder(index + 1, columns[column]!)).join(', ')})`
    : ''
  const limit = placeholder(hasCursor ? key.length + 1 : 1, 'whole')
  return `SELECT ${list.join(', ')} FROM ${name} ${where} ORDER BY ${by} LIMIT ${limit}`
}

interface Dialect {
  placeholder: (number: number, kind: Kind) => string
  select: (column: string, kind: Kind) => string
}

/** Returns the values of a row's key columns. */
export function keyOf({ key, columns }: Table, row: CopyRow): CopyValue[] {
  const names = Object.keys(columns)
  return key.map((column) => row[names.indexOf(column)]!)
}
