import Database from 'better-sqlite3'
import { outsideCause } from './failure.ts'

/** Pages of 4 KB that wait in the WAL before they are copied: fewer would copy a page again that changes all the time. */
const worthCopying = 1000

/**
 * Copies what is committed from the WAL into the file on the thread of whoever calls, so that the writer finds it done
 * when its WAL is long enough to be begun anew, and no append waits for thousands of pages: 10 ms once a second under load.
 * It never waits for the writer, nor the writer for it; where it cannot keep up the writer copies the rest itself.
 */
export function createCheckpointAhead(file: string): { run: () => void; close: () => void } {
  const sqlite = new Database(file, { timeout: 0, fileMustExist: true })
  // The file must be on the disk before the writer may write over what was copied.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('wal_autocheckpoint = 0')
  const state = sqlite.prepare<[], WalState>('PRAGMA wal_checkpoint(NOOP)')
  const copy = sqlite.prepare<[], WalState>('PRAGMA wal_checkpoint(PASSIVE)')
  return {
    run() {
      try {
        const { log, checkpointed } = state.get()!
        if (log - checkpointed >= worthCopying) copy.get()
      } catch (error) {
        // A full disk, for instance: nothing is lost, and who needs to know meets it at a commit.
        if (!outsideCause(error)) throw error
      }
    },
    close: () => void sqlite.close(),
  }
}

/** In frames; -1 before anything was written. */
interface WalState {
  busy: number
  log: number
  checkpointed: number
}
