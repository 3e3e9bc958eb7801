import { Worker } from 'node:worker_threads'
import { toAppendRows } from '../append-rows.ts'
import type { AppendRequest, Appended } from '../event-log.ts'
import { StoreUnavailable } from '../store.ts'
import type { AppendWorkerOptions, Asked, Failure, Told } from './append-worker.ts'

interface Thread {
  append: (request: AppendRequest) => Promise<Appended[]>
  /** Finishes what is running. */
  end: () => Promise<void>
}

/**
 * The append of `EventLog`, on a thread of its own. It starts with the first append, or with `start`, so that tools that
 * only read go without it; one that has died is followed by another at the next append.
 * `onLockHeld` is told for how many seconds the lock of all appends was held, also when the append failed.
 */
export function createAppendThread(options: AppendWorkerOptions, onLockHeld: (seconds: number) => void) {
  let thread: Thread | undefined
  const start = (): Thread => (thread ??= startThread(options, onLockHeld, () => (thread = undefined)))
  return {
    start: () => void start(),
    append: (request: AppendRequest): Promise<Appended[]> => start().append(request),
    end: async () => thread?.end(),
  }
}

function startThread(
  workerData: AppendWorkerOptions,
  onLockHeld: (seconds: number) => void,
  onEnd: () => void,
): Thread {
  const waiting = new Map<
    number,
    { resolve: (appended: Appended[]) => void; reject: (error: Error) => void }
  >()
  let lastId = 0
  let death = 'it is closed'
  const worker = new Worker(new URL('./append-worker.ts', import.meta.url), { workerData })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  const ask = (asked: Asked) => worker.postMessage(asked)

  worker.on('message', (told: Told) => {
    if ('held' in told) return onLockHeld(told.held)
    const call = waiting.get(told.id)
    waiting.delete(told.id)
    if ('failed' in told) call?.reject(toError(told.failed))
    else call?.resolve(told.appended)
  })
  worker.on('error', (error) => (death = error instanceof Error ? error.message : String(error)))
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      onEnd()
      const why = `the thread that appends has ended (${death}); whether a commit was done is not known: repeat it`
      for (const { reject } of waiting.values()) reject(new StoreUnavailable(why))
      resolve()
    })
  })

  return {
    append: (request) =>
      new Promise((resolve, reject) => {
        const rows = toAppendRows(request)
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        ask({ id, request: rows })
      }),
    end: () => {
      ask('end')
      return ended
    },
  }
}

function toError({ unavailable, message, stack }: Failure): Error {
  const error = unavailable ? new StoreUnavailable(message) : new Error(message)
  // Where it happened lies in the worker; where it was called from says nothing.
  if (stack !== undefined) error.stack = stack
  return error
}
