import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { PostgresDump } from './postgres-rows.ts'

export interface KeptFile {
  base64: string
  /** Time of the last change, in ms since 1970. */
  changedAt: number
}

/** A store of an earlier version: its database, its other files, and its reports. */
export interface KeptStore {
  commit: string
  /** Time at which the store was created, in ms since 1970. */
  at: number
  /** Files in DATA_DIR except the database, by their relative paths. */
  files: Record<string, KeptFile>
  /** Reports as the earlier version returned them, by their paths. */
  reports: Record<string, unknown>
  /** E-mail address of a person, and the data about that person as the earlier version exported it. */
  person: { email: string; export: unknown }
  excludedRun: string | null
  dump?: PostgresDump
}

const folder = path.resolve(import.meta.dirname, 'stores')
const databaseFile = 'formlotse.db'

export function writeKeptStore(engine: string, store: KeptStore, dataFolder: string): void {
  const own = path.join(folder, store.commit)
  mkdirSync(own, { recursive: true })
  const database = path.join(dataFolder, databaseFile)
  if (existsSync(database)) writeFileSync(path.join(own, `${engine}.db.gz`), pack(readFileSync(database)))
  writeFileSync(path.join(own, `${engine}.json.gz`), pack(JSON.stringify(store)))
}

const pack = (content: Buffer | string) => gzipSync(content, { level: 9 })

export function readKeptStore(commit: string, engine: string): KeptStore {
  const packed = readFileSync(path.join(folder, commit, `${engine}.json.gz`))
  return JSON.parse(gunzipSync(packed).toString()) as KeptStore
}

/** Returns the contents of the SQLite database of a commit, to be opened in memory. */
export function readDatabase(commit: string): Buffer {
  const content = gunzipSync(readFileSync(path.join(folder, commit, 'sqlite.db.gz')))
  // Bytes 18 and 19 say that the file has a write-ahead log, which a database in memory cannot have. The log is empty.
  return content.fill(1, 18, 20)
}

/** Writes the store's files, with their modification times, and its SQLite database, if any, into a data folder. */
export function unpackFiles(store: KeptStore, engine: string, dataFolder: string): void {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  for (const [name, { base64, changedAt }] of Object.entries(store.files)) {
    const file = path.join(dataFolder, name)
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, Buffer.from(base64, 'base64'), { mode: 0o600 })
    utimesSync(file, changedAt / 1000, changedAt / 1000)
  }
  const database = path.join(folder, store.commit, `${engine}.db.gz`)
  if (existsSync(database))
    writeFileSync(path.join(dataFolder, databaseFile), gunzipSync(readFileSync(database)))
}

/** Returns all files except those of the database. Throws if the database still has a write-ahead log. */
export function readFiles(dataFolder: string): Record<string, KeptFile> {
  const names = readdirSync(dataFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(dataFolder, path.join(parentPath, name)))
  if (names.includes(`${databaseFile}-wal`))
    throw new Error('The database was not closed: its write-ahead log still exists')
  const kept = names.filter((name) => !name.startsWith(databaseFile))
  return Object.fromEntries(kept.map((name) => [name, readFile(path.join(dataFolder, name))]))
}

function readFile(file: string): KeptFile {
  return { base64: readFileSync(file, 'base64'), changedAt: statSync(file).mtimeMs }
}
