import type { MessagePort } from 'node:worker_threads'
import type { FromWorker, Reply } from './protocol.ts'
import { ownsItsMemory } from './release.ts'

/**
 * Minimum time in ms from the start of a batch, or from its last message, to its next message. The replies to calls
 * that end in between are sent together.
 */
const batchMs = 1

/**
 * Creates a batch for the replies to calls that arrived together. The main thread is woken less often than if each
 * reply were a message.
 */
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
 * Returns the buffer of a byte array that is the value of a reply, if the array owns its buffer. The buffer is
 * transferred instead of copied, because the worker no longer needs it.
 */
function memoryOf(reply: Reply): ArrayBuffer[] {
  const value = 'value' in reply ? reply.value : undefined
  return value instanceof Uint8Array && ownsItsMemory(value) ? [value.buffer as ArrayBuffer] : []
}
