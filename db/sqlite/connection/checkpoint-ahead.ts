import Database from 'better-sqlite3'
import { outsideCause } from './failure.ts'

/**
 * Number of pages (4 KB) in the WAL that triggers a copy. A lower value would copy frequently changed pages more often.
 */
const minPagesToCopy = 1000

/**
 * Copies committed pages from the WAL into the file on the calling thread. Little is then left when the writer restarts
 * its WAL, and no append waits for thousands of pages to be copied (10 ms once a second under load). Neither the copy
 * nor the writer waits for the other; if the copy cannot keep up, the writer copies the rest itself.
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
        // An outage, for example a full disk, loses nothing here, and the next commit reports it.
        if (!outsideCause(error)) throw error
      }
    },
    close: () => void sqlite.close(),
  }
}

/** Numbers of frames; -1 before the first write. */
interface WalState {
  busy: number
  log: number
  checkpointed: number
}
