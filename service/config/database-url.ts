import path from 'node:path'
import { hostUrls } from '#db/postgres/hosts/host-urls.ts'

export type DatabaseAddress = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

export const databaseAllowed =
  'file:<path> or postgres://<user>:<password>@<host>:<port>/<database>, with commas between several hosts'

/** Parses the address of a SQLite file or a PostgreSQL database; returns undefined for anything else. */
export function readDatabaseUrl(text: string): DatabaseAddress | undefined {
  if (/^file:(?!\/\/[^/])./.test(text))
    return { engine: 'sqlite', file: path.resolve(text.replace(/^file:(\/\/(?=\/))?/, '')) }
  return hostUrls(text) ? { engine: 'postgres', url: text } : undefined
}

export const standbyAllowed =
  'postgres://<user>:<password>@<host>:<port>/<database>, with commas between several standbys, ' +
  'target_session_attrs only standby, prefer-standby, read-only or any'

/** Returns the location of the database for display, without user and password. */
export function describeDatabase(database: DatabaseAddress): string {
  if (database.engine === 'sqlite') return database.file
  const urls = hostUrls(database.url)!.map((url) => new URL(url))
  return `PostgreSQL at ${urls.map(({ host }) => host).join(',')}${urls[0]!.pathname}`
}
