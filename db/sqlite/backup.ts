import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import type { Backup } from '../person-store.ts'
import { StoreRefused } from '../store.ts'

/**
 * Copies what is committed at this moment to a new file. VACUUM INTO reads one snapshot and lets writers go on;
 * SQLite's backup interface would begin anew at every commit of the service.
 */
export function copyDatabase(source: string, file: string): Backup {
  const target = path.resolve(file)
  if (existsSync(target)) throw new StoreRefused(`${target} is there already; a backup overwrites nothing`)
  const unfinished = `${target}.${process.pid}.part`
  try {
    // Made beforehand, so that nobody but the owner can ever read it.
    closeSync(openSync(unfinished, 'wx', 0o600))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StoreRefused(
      `${target} cannot be made (${code}): choose a folder that is there and can be written`,
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
    return sqlite.prepare<[], number>('SELECT coalesce(max(position), 0) FROM events').pluck().get() as number
  } finally {
    sqlite.close()
  }
}

/** A link, unlike renaming, fails when somebody has made the file meanwhile. */
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
