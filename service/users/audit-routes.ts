import { Hono, type MiddlewareHandler } from 'hono'
import type { OperatorStore, StaffAuditEntry } from '#db/ports/operator-store.ts'
import { type CsvDialect, csvHead, csvLines, machineCsv } from '#domain/reports/csv.ts'
import { germanCsv } from '#domain/reports/german-csv.ts'
import { isoTime } from '#domain/time/durations.ts'
import { actionName, actorName, detailName } from '#domain/users/audit-words.ts'
import { type AuditFilter, auditFilterSchema, auditQuerySchema } from '#domain/users/user-contract.ts'
import { csvResponse } from '#service/reports/define/csv-response.ts'
import { readQuery } from '#service/reports/read-query.ts'
import type { AdminVariables } from './admin.ts'
import * as described from './describe-access.ts'

interface AuditRouteDeps {
  operators: Pick<OperatorStore, 'auditOfStaff' | 'auditFilters'>
  /** Refuses requests of others than admins. */
  admin: MiddlewareHandler<AdminVariables>
}

const path = '/api/access/log'
const pageSize = 100
const filePageSize = 1000
/** Maximum number of names and of actions to filter by. People who share a password type any names. */
const maxFilters = 500
const noStore = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }

/** Returns the routes with which admins see what the staff did, and download it. */
export function auditRoutes({ operators, admin }: AuditRouteDeps) {
  const routes = new Hono<AdminVariables>()
  routes.get(path, described.log, admin, async (c) => {
    const { cursor, ...filter } = readQuery(c, auditQuerySchema)
    const before = cursor === undefined ? undefined : Number(cursor)
    const [entries, filters] = await Promise.all([
      operators.auditOfStaff({ ...selected(filter), before, limit: pageSize + 1 }),
      operators.auditFilters(maxFilters),
    ])
    const shown = entries.slice(0, pageSize)
    const nextCursor = entries.length > pageSize ? String(shown.at(-1)!.id) : null
    const { operators: people, actions } = filters
    return c.json({ entries: shown.map(entryOf), nextCursor, people, actions }, 200, noStore)
  })
  for (const [file, dialect] of Object.entries({ 'log.csv': machineCsv, 'log.de.csv': germanAudit() }))
    routes.get(`/api/access/${file}`, described.logFile, admin, async (c) => {
      const filter = selected(readQuery(c, auditFilterSchema))
      const first = await operators.auditOfStaff({ ...filter, limit: filePageSize })
      for (const [name, value] of Object.entries(noStore)) c.header(name, value)
      return csvResponse(c, 'protokoll', writeLog(first, filter, dialect))
    })
  return routes

  /** Writes page by page. The first page is read earlier, so that a failure becomes a problem document. */
  async function* writeLog(first: StaffAuditEntry[], filter: Selected, dialect: CsvDialect) {
    yield csvHead(columns, dialect)
    let page = first
    while (page.length > 0) {
      yield csvLines({ columns, rows: page.map(entryOf) }, dialect)
      if (page.length < filePageSize) return
      page = await operators.auditOfStaff({ ...filter, before: page.at(-1)!.id, limit: filePageSize })
    }
  }
}

const columns = ['at', 'by', 'action', 'detail'] as const

type Selected = ReturnType<typeof selected>
const selected = ({ by: operator, action }: AuditFilter) => ({ operator, action })

function entryOf({ id, at, operator: by, action, detail }: StaffAuditEntry) {
  return { id, at: isoTime(at), by, action, detail }
}

const heads: Readonly<Record<string, string>> = {
  at: 'Zeitpunkt',
  by: 'Wer',
  action: 'Was',
  detail: 'Näheres',
}

/** Returns the dialect for German spreadsheets, with the words of the page. */
function germanAudit(): CsvDialect {
  const german = germanCsv()
  return {
    ...german,
    head: (column) => heads[column] ?? column,
    text(column, value, row) {
      if (column === 'at') return german.text('createdAt', value, row)
      const action = String(row['action'])
      if (column === 'by') return actorName({ by: String(value), action })
      if (column === 'action') return actionName(action)
      return detailName({ action, detail: String(value) }) ?? ''
    },
  }
}
