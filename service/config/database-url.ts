import path from 'node:path'

export type DatabaseAddress = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

export const databaseAllowed = 'file:<path> or postgres://<user>:<password>@<host>:<port>/<database>'

/** Parses the address of a SQLite file or a PostgreSQL database; returns undefined for anything else. */
export function readDatabaseUrl(text: string): DatabaseAddress | undefined {
  if (/^file:(?!\/\/[^/])./.test(text))
    return { engine: 'sqlite', file: path.resolve(text.replace(/^file:(\/\/(?=\/))?/, '')) }
  const url = /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined
  return url && url.hostname && url.pathname.length > 1 ? { engine: 'postgres', url: text } : undefined
}

/** Returns the location of the database for display, without user and password. */
export function describeDatabase(database: DatabaseAddress): string {
  if (database.engine === 'sqlite') return database.file
  const { host, pathname } = new URL(database.url)
  return `PostgreSQL at ${host}${pathname}`
}
