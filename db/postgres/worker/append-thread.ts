import { toAppendRows } from '#db/ports/append-rows.ts'
import type { AppendRequest, AppendResult } from '#db/ports/event-log.ts'
import { type StoreThread, openThread } from '#db/worker/open-thread.ts'
import type { AppendPorts, AppendWorkerOptions, LockHeld } from './append-worker.ts'

/**
 * Runs `EventLog.append` on a separate thread. The thread starts with the first append or with `start`, so command-line
 * tools that only read never start it. A thread that has died is not replaced: `lost` is aborted and every append
 * fails. `onLockHeld` receives the number of seconds for which each append held the append lock, even if the append
 * failed.
 */
export function createAppendThread(workerData: AppendWorkerOptions, onLockHeld: (seconds: number) => void) {
  const lost = new AbortController()
  let thread: Promise<StoreThread<AppendPorts>> | undefined

  function start(): Promise<StoreThread<AppendPorts>> {
    thread ??= openThread<AppendPorts>({
      name: 'append thread',
      script: new URL('./append-worker.ts', import.meta.url),
      workerData,
      lost,
      onNotice: (notice) => onLockHeld((notice as LockHeld).lockHeldSeconds),
    })
    return thread
  }

  return {
    lost: lost.signal,
    /** Starts the thread; aborts `lost` if it cannot start. */
    start: () => void start().catch(() => {}),
    append: async (request: AppendRequest): Promise<AppendResult[]> => {
      const { calls } = await start()
      return calls.log.append(toAppendRows(request))
    },
    /** Resolves if the thread can query the database or has not been started. */
    probe: async () => (await thread)?.calls.store.probe(),
    /** Waits for the running appends and ends the thread. */
    end: async () => (await thread?.catch(() => undefined))?.close(),
  }
}
