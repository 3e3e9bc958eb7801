import { toError } from './failure.ts'
import type { Reply } from './protocol.ts'

interface Settle {
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}

export type PendingCalls = ReturnType<typeof createPendingCalls>

/** Creates the list of calls that await the worker's reply, by call id. */
export function createPendingCalls() {
  const pending = new Map<number, Settle>()
  let lastId = 0

  function fail(id: number, error: Error): void {
    pending.get(id)?.reject(error)
    pending.delete(id)
  }

  return {
    add(): { id: number; reply: Promise<unknown> } {
      const id = ++lastId
      return { id, reply: new Promise((resolve, reject) => pending.set(id, { resolve, reject })) }
    },
    settle(reply: Reply): void {
      if ('failure' in reply) return fail(reply.id, toError(reply.failure))
      pending.get(reply.id)?.resolve(reply.value)
      pending.delete(reply.id)
    },
    fail,
    failAll(error: Error): void {
      for (const { reject } of pending.values()) reject(error)
      pending.clear()
    },
  }
}
