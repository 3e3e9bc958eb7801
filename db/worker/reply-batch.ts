import type { MessagePort } from 'node:worker_threads'
import type { FromWorker, Reply } from './protocol.ts'
import { ownsItsMemory } from './release.ts'

/**
 * Time in ms. When a call ends, the collected replies are sent if at least this much time has passed since the start of
 * the batch or the last message. Otherwise they wait for the replies to later calls.
 */
const batchMs = 1

/** Creates a batch for the replies to calls that arrived together, so that the main thread is woken only once. */
export function createReplyBatch(port: MessagePort) {
  let batch: Reply[] = []
  let since = performance.now()
  function send(): void {
    if (batch.length > 0)
      port.postMessage({ kind: 'replies', replies: batch } satisfies FromWorker, batch.flatMap(memoryOf))
    batch = []
    since = performance.now()
  }
  return {
    add(replies: readonly Reply[]): void {
      batch.push(...replies)
      if (performance.now() - since >= batchMs) send()
    },
    send,
  }
}

/**
 * Returns the buffer of a byte array in a reply, if the array owns it. The buffer is transferred instead of copied,
 * because the worker no longer needs it.
 */
function memoryOf(reply: Reply): ArrayBuffer[] {
  const value = 'value' in reply ? reply.value : undefined
  return value instanceof Uint8Array && ownsItsMemory(value) ? [value.buffer as ArrayBuffer] : []
}
