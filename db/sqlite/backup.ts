import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import type { Backup } from '#db/ports/person-store.ts'
import { StoreRefused } from '#db/ports/store.ts'
import { headText } from '#db/reads/log/log-head.ts'

/**
 * Copies the committed state of the database to a new file. VACUUM INTO reads one snapshot while the service continues
 * to write. SQLite's backup API would start over at every commit of the service.
 */
export function copyDatabase(source: string, file: string): Backup {
  const target = path.resolve(file)
  if (existsSync(target)) throw new StoreRefused(`${target} already exists; a backup never overwrites a file`)
  const unfinished = `${target}.${process.pid}.part`
  try {
    // Creates the file before SQLite does, with permissions that let only the owner read it.
    closeSync(openSync(unfinished, 'wx', 0o600))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StoreRefused(
      `${target} cannot be created (${code}): choose an existing folder that is writable`,
    )
  }
  try {
    vacuumInto(source, unfinished)
    sync(unfinished)
    const copied = { bytes: statSync(unfinished).size, position: lastPosition(unfinished) }
    appear(unfinished, target)
    return copied
  } finally {
    rmSync(unfinished, { force: true })
  }
}

function vacuumInto(source: string, file: string) {
  const sqlite = new Database(source, { readonly: true, fileMustExist: true })
  try {
    sqlite.prepare('VACUUM INTO ?').run(file)
  } finally {
    sqlite.close()
  }
}

function lastPosition(file: string): number {
  const sqlite = new Database(file, { readonly: true, fileMustExist: true })
  try {
    return sqlite.prepare<[], number>(headText).pluck().get() as number
  } finally {
    sqlite.close()
  }
}

/**
 * Gives the finished copy its final name with a hard link. Unlike a rename, a link fails if a file with that name
 * exists.
 */
function appear(unfinished: string, target: string) {
  linkSync(unfinished, target)
  sync(path.dirname(target))
}

function sync(place: string) {
  const descriptor = openSync(place, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
