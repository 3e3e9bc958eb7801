import type { Worker } from 'node:worker_threads'
import type { PendingCalls } from './pending-calls.ts'
import type { Call, ToWorker } from './protocol.ts'

/**
 * Returns a function that sends a call to the worker. All calls of one turn of the event loop are sent in one message.
 */
export function sendTogether(worker: Worker, pending: PendingCalls): (call: Call) => void {
  let unsent: Call[] = []

  function post(calls: Call[]): void {
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      worker.postMessage({ kind: 'calls', calls } satisfies ToWorker)
    } catch (error) {
      // If the message cannot be cloned, sends its calls one by one. Only the call whose arguments cannot be cloned
      // then fails.
      if (calls.length > 1) return calls.forEach((call) => post([call]))
      pending.fail(calls[0]!.id, error as Error)
    }
  }

  return (call) => {
    if (unsent.push(call) > 1) return
    // Sends the calls in the next tick, when the current turn of the event loop has made all its calls. For example,
    // sixty replies in one turn can cause sixty calls.
    process.nextTick(() => {
      const calls = unsent
      unsent = []
      post(calls)
    })
  }
}
