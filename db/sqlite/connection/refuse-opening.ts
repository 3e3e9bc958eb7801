import { StoreUnavailable } from '#db/ports/store.ts'
import { damageAdvice } from '#db/sqlite/damage/refuse-damage.ts'
import { outsideCause } from './failure.ts'

/** What the operator can do if a database cannot be opened, by SQLite's primary result code. */
const advice: Record<string, string> = {
  SQLITE_NOTADB: 'Set DATA_DIR or DATABASE_URL to the database, or to a file that does not exist yet',
  SQLITE_CORRUPT: damageAdvice,
  SQLITE_CANTOPEN:
    'Make sure that its folder exists and that this user may write to it, or choose another one with DATA_DIR or DATABASE_URL',
  SQLITE_READONLY:
    'Let this user write the file and its folder, or choose another one with DATA_DIR or DATABASE_URL',
  SQLITE_FULL: 'Make room on the disk',
  SQLITE_IOERR: 'Check the disk and whether it is full',
}

/**
 * Calls `open` and returns its result. Converts an error with an entry in `advice` to `StoreUnavailable` with the
 * file's name and the advice. Rethrows any other error unchanged.
 */
export function explainOpening<Opened>(file: string, open: () => Opened): Opened {
  try {
    return open()
  } catch (error) {
    const outside = outsideCause(error)
    const whatToDo = outside && advice[outside.code]
    if (whatToDo === undefined) throw error
    const { code, message } = error as Error & { code: string }
    throw new StoreUnavailable(
      `the database ${file} cannot be opened: ${outside?.cause} (${code}: ${message}). ${whatToDo}`,
      { cause: error },
    )
  }
}
