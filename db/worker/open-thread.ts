import { Worker } from 'node:worker_threads'
import { StoreUnavailable } from '#db/ports/store.ts'
import { type PendingCalls, createPendingCalls } from './pending-calls.ts'
import type { Calls, FromWorker, ToWorker } from './protocol.ts'
import { sendTogether } from './send-together.ts'

export interface ThreadOptions {
  script: URL
  /** Name of the thread in error messages, for example `writer`. */
  name: string
  workerData: unknown
  /** Aborted if the thread ends before `close` is called. The reason of the abort is a `StoreUnavailable` error. */
  lost: AbortController
  onNotice?: (notice: unknown) => void
}

export interface StoreThread<Offered> {
  /** Methods of the worker. A call throws `StoreUnavailable` if the thread ends before it replies. */
  calls: Calls<Offered>
  /** Finishes the running calls and ends the thread. */
  close: () => Promise<void>
}

/**
 * Starts a worker thread that runs `serveCalls`. Resolves when the worker has opened its store; throws the worker's
 * error if the store cannot be opened.
 */
export async function openThread<Offered>(options: ThreadOptions): Promise<StoreThread<Offered>> {
  const { script, workerData, onNotice } = options
  const worker = new Worker(script, { workerData })
  const pending = createPendingCalls()
  const opening = pending.add()
  const thread = watch(worker, pending, options)
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'replies') for (const reply of message.replies) pending.settle(reply)
    else if (message.kind === 'notice') onNotice?.(message.notice)
    else if (message.kind === 'opened') pending.settle({ id: opening.id, value: message.methods })
    else if (message.kind === 'not-opened') pending.settle({ id: opening.id, failure: message.failure })
  })
  try {
    const methods = (await opening.reply) as string[]
    return { calls: callsOf(methods, thread.call) as Calls<Offered>, close: thread.close }
  } catch (error) {
    // Waits until the thread has ended and thereby freed its files and locks. The caller can then try to open the store
    // again.
    await thread.ended
    throw error
  }
}

/** Sends calls while the thread is running, and makes pending calls fail when it ends. */
function watch(worker: Worker, pending: PendingCalls, { name, lost }: ThreadOptions) {
  const send = sendTogether(worker, pending)
  let ending: StoreUnavailable | undefined
  let cause = 'it exited unexpectedly'
  let closing: Promise<void> | undefined
  worker.on('error', (error) => (cause = error instanceof Error ? error.message : String(error)))
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      ending = new StoreUnavailable(
        closing
          ? `the ${name} of the store is closed`
          : `the ${name} of the store died: ${cause}; whether a running call was committed is unknown: repeat it`,
      )
      pending.failAll(ending)
      if (!closing) lost.abort(ending)
      resolve()
    })
  })
  return {
    ended,
    call(method: string, args: unknown[]): Promise<unknown> {
      if (ending) return Promise.reject(ending)
      const { id, reply } = pending.add()
      send({ id, method, args })
      return reply
    },
    close: () =>
      (closing ??= new Promise((resolve) => {
        // Earlier calls must reach the thread before the `close` message. `sendTogether` sends them in the next tick,
        // so `close` also waits for that tick.
        process.nextTick(() => {
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
          worker.postMessage({ kind: 'close' } satisfies ToWorker)
          resolve(ended)
        })
      })),
  }
}

function callsOf(methods: readonly string[], call: (method: string, args: unknown[]) => Promise<unknown>) {
  const ports: Record<string, Record<string, (...args: unknown[]) => Promise<unknown>>> = {}
  for (const method of methods) {
    const [port, name] = method.split('.') as [string, string]
    ports[port] ??= {}
    ports[port][name] = (...args) => call(method, args)
  }
  return ports
}
