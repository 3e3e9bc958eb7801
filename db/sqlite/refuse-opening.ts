import type Database from 'better-sqlite3'
import { StoreRefused, StoreUnavailable } from '../store.ts'
import { outsideCause } from './failure.ts'

/** What an operator can do about a database that does not open. */
const advice: Record<string, string> = {
  SQLITE_NOTADB: 'Let DATA_DIR or DATABASE_URL name the database, or a file that is not there yet',
  SQLITE_CORRUPT: 'Restore a backup; keep the damaged file, for much of it may still be read',
  SQLITE_CANTOPEN:
    'Make sure that its folder is there and that this user may write in it, or choose another by DATA_DIR or DATABASE_URL',
  SQLITE_READONLY:
    'Let this user write the file and its folder, or choose another by DATA_DIR or DATABASE_URL',
  SQLITE_FULL: 'Make room on the disk',
  SQLITE_IOERR: 'Check the disk and whether it is full',
}

/** Names the file and what to do where SQLite only says what it ran into. Other errors pass through. */
export function explainOpening<Opened>(file: string, open: () => Opened): Opened {
  try {
    return open()
  } catch (error) {
    const outside = outsideCause(error)
    const whatToDo = outside && advice[outside.code]
    if (whatToDo === undefined) throw error
    const { code, message } = error as Error & { code: string }
    const told = `the database ${file} cannot be opened: ${outside?.cause} (${code}: ${message}). ${whatToDo}`
    throw new StoreUnavailable(told, { cause: error })
  }
}

/** Reads every page once, about two seconds a gigabyte: damage found later has been answered and projected. */
export function refuseDamage(sqlite: Database.Database): void {
  const finding = sqlite.pragma('quick_check(1)', { simple: true }) as string
  if (finding === 'ok') return
  throw new StoreRefused(
    `the database ${sqlite.name} is damaged (${finding.replaceAll(/\s+/g, ' ').trim()}). ${advice['SQLITE_CORRUPT']}`,
  )
}
