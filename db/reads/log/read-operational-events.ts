import type { OperationalQuery } from '#db/ports/operational-log.ts'
import {
  type OperationalEventOf,
  type OperationalEventType,
  parseOperationalData,
} from '#domain/operations/operational-event.ts'
import { type Sql, allOf, listOf, sql } from '#db/reads/query-plan.ts'

/** A row as read from the database. SQLite returns the JSON as text, PostgreSQL parses it. */
export interface OperationalRow<Type extends OperationalEventType = OperationalEventType> {
  position: number
  type: Type
  once: string
  day: string
  at: number
  data: unknown
}

/** Implements `OperationalLog.read`; the newest event comes first. */
export function operationalEventsOf({
  types,
  days,
  upTo,
  limit,
}: OperationalQuery<OperationalEventType>): Sql {
  const conditions = [
    sql`type IN ${listOf(types)}`,
    ...(days ? [sql`day BETWEEN ${days.from} AND ${days.to}`] : []),
    ...(upTo === undefined ? [] : [sql`position <= ${upTo}`]),
  ]
  return sql`SELECT position, type, once, day, at, data FROM operational_events
    WHERE ${allOf(conditions)} ORDER BY position DESC LIMIT ${limit}`
}

export function toOperationalEvent<Type extends OperationalEventType>(
  row: OperationalRow<Type>,
): OperationalEventOf<Type> {
  return { ...row, data: parseOperationalData(row.type, row.data) }
}
