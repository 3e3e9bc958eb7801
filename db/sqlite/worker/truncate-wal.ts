import { setTimeout as pause } from 'node:timers/promises'
import { StoreUnavailable } from '#db/ports/store.ts'
import type { BackgroundCheck } from '#db/sqlite/damage/background-check.ts'
import type { Calls } from '#db/worker/protocol.ts'
import type { WriterPorts } from './writer-worker.ts'

const everyMs = 100
const maxTries = 100

export type WalTruncation = ReturnType<typeof createWalTruncation>

/**
 * Creates functions that truncate the WAL. Otherwise copies of destroyed keys would remain in the WAL until they are
 * overwritten. An attempt takes at most 20 ms. If the first one fails, `check` is interrupted for the others.
 */
export function createWalTruncation(writer: Calls<WriterPorts>, check?: BackgroundCheck) {
  let running: Promise<boolean> | undefined
  let again = false

  async function attempt(): Promise<boolean> {
    again = false
    return (await writer.wal.truncate()) && !again
  }

  async function repeat(): Promise<boolean> {
    for (let tried = 1; tried < maxTries; tried++) {
      if (await attempt()) return true
      await pause(everyMs)
    }
    return false
  }

  async function truncate(): Promise<boolean> {
    if (await attempt()) return true
    return check ? check.whilePaused(repeat) : repeat()
  }

  function request(): Promise<boolean> {
    again = true
    running ??= truncate().finally(() => (running = undefined))
    return running
  }

  return {
    /** Truncates the WAL. Throws `StoreUnavailable` if another process prevents the truncation for 10 s. */
    async now(): Promise<void> {
      if (await request()) return
      throw new StoreUnavailable(
        'the personal data is removed, but its data keys are still in the write-ahead log (-wal): ' +
          'another process, a backup for example, has been reading for too long. Repeat the erasure when it has ended',
      )
    },
    /** Truncates the WAL in the background. Failures are ignored, because the next call truncates the WAL again. */
    soon: (): void => void request().catch(() => {}),
  }
}
