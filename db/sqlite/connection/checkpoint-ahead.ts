import Database from 'better-sqlite3'
import { outsideCause } from './failure.ts'

/**
 * Minimum number of uncopied pages (4 KB each) in the WAL before the checkpointer copies them. With a lower number,
 * frequently changed pages would be copied more often.
 */
const minPagesToCopy = 1000

/**
 * Creates a checkpointer. Its `run` copies committed pages from the WAL into the database file on the calling thread.
 * Only few pages are then left for the writer to copy before it restarts the WAL. Without `run`, an append would wait
 * until the writer has copied thousands of pages: under load, 10 ms once a second. `run` and the writer do not wait for
 * each other. If `run` cannot keep up, the writer copies the remaining pages itself.
 */
export function createCheckpointAhead(file: string): { run: () => void; close: () => void } {
  const sqlite = new Database(file, { timeout: 0, fileMustExist: true })
  // The copied pages must be on the disk before the writer may overwrite them in the WAL.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('wal_autocheckpoint = 0')
  const state = sqlite.prepare<[], WalState>('PRAGMA wal_checkpoint(NOOP)')
  const copy = sqlite.prepare<[], WalState>('PRAGMA wal_checkpoint(PASSIVE)')
  return {
    run() {
      try {
        const { log, checkpointed } = state.get()!
        if (log - checkpointed >= minPagesToCopy) copy.get()
      } catch (error) {
        // An outage, for example a full disk, is ignored. No data is lost here, and the next commit reports the outage.
        if (!outsideCause(error)) throw error
      }
    },
    close: () => void sqlite.close(),
  }
}

/**
 * The row that `PRAGMA wal_checkpoint` returns. `log` is the number of pages in the WAL, `checkpointed` the number of
 * those that have been copied to the database file. Both are -1 before the first write.
 */
interface WalState {
  busy: number
  log: number
  checkpointed: number
}
