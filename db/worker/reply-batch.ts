import type { MessagePort } from 'node:worker_threads'
import type { FromWorker, Reply } from './protocol.ts'
import { ownsItsMemory } from './release.ts'

/**
 * Minimum time in ms between two messages to the main thread. Replies that are ready earlier wait and are sent
 * together.
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
 * If a reply's value is a byte array that owns its buffer, returns the buffer. It is then transferred instead of
 * copied, because the worker no longer needs it.
 */
function memoryOf(reply: Reply): ArrayBuffer[] {
  const value = 'value' in reply ? reply.value : undefined
  return value instanceof Uint8Array && ownsItsMemory(value) ? [value.buffer as ArrayBuffer] : []
}
