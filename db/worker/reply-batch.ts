import type { MessagePort } from 'node:worker_threads'
import type { FromWorker, Reply } from './protocol.ts'
import { ownsItsMemory } from './release.ts'

/** A call that takes at least this long, in ms, has its reply sent immediately instead of with those of later calls. */
const batchMs = 1

/** Batches the replies to calls that arrived together, so that the main thread is woken once. */
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

/** Returns the memory of a large byte array, which is transferred instead of copied: the worker no longer needs it. */
function memoryOf(reply: Reply): ArrayBuffer[] {
  const value = 'value' in reply ? reply.value : undefined
  return value instanceof Uint8Array && ownsItsMemory(value) ? [value.buffer as ArrayBuffer] : []
}
