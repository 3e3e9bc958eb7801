import { parentPort, receiveMessageOnPort, type Worker } from 'node:worker_threads'
import { ownsItsMemory } from '../release.ts'
import { StoreUnavailable } from '../store.ts'
import { fromFailure, toFailure } from './failure.ts'
import { type Grouping, type Reply, type Request, answerInOrder } from './group-calls.ts'

// A small typed RPC: one message a call, answered in the order of the calls.

type Operations = Record<string, (...args: never[]) => unknown>

/** The same functions, called from the main thread. */
export type Calls<Ops> = {
  [Name in keyof Ops]: Ops[Name] extends (...args: infer Args) => infer Value
    ? (...args: Args) => Promise<Value>
    : never
}

export interface WorkerCalls<Ops> {
  call: Calls<Ops>
  /** Resolves when the worker has ended, by itself or not. */
  ended: Promise<void>
}

/** The reply to this id says that the worker has opened what it needs, or why it could not. */
const opening = 0

const noGrouping: Grouping = { names: new Set(), together: (calls) => calls(), intact: () => true }

/** Runs in a worker: opens, then answers calls until `close` has been called. */
export function answerCalls(
  open: () => { operations: Operations & { close: () => void }; grouping?: Grouping },
): void {
  const port = parentPort
  if (!port) throw new Error('answerCalls runs in a worker thread only')
  const reply = (message: Reply) => port.postMessage(message, memoryOf(message))
  try {
    const { operations, grouping = noGrouping } = open()
    const next = () => receiveMessageOnPort(port)?.message as Request | undefined
    const answer = ({ id, name, args }: Request): Reply => {
      try {
        return { id, value: (operations[name] as (...values: unknown[]) => unknown)(...args) }
      } catch (error) {
        return { id, failure: toFailure(error) }
      } finally {
        if (name === 'close') closing = true
      }
    }
    let closing = false
    port.on('message', (first: Request) => {
      for (const message of answerInOrder(first, answer, { grouping, next })) reply(message)
      if (closing) port.close()
    })
    reply({ id: opening, value: undefined })
  } catch (error) {
    reply({ id: opening, failure: toFailure(error) })
    port.close()
  }
}

/** Large bytes are handed over, not copied: nobody needs them here any more. */
function memoryOf(reply: Reply): ArrayBuffer[] {
  const value = 'value' in reply ? reply.value : undefined
  return value instanceof Uint8Array && ownsItsMemory(value) ? [value.buffer as ArrayBuffer] : []
}

/** Resolves when the worker has opened; throws what it threw. A call to a dead worker throws `StoreUnavailable`. */
export async function callWorker<Ops>(worker: Worker, what: string): Promise<WorkerCalls<Ops>> {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let lastId = opening
  let death: string | undefined

  const send = (id: number, post: () => void) =>
    new Promise<never>((resolve, reject) => {
      if (death) return reject(new StoreUnavailable(death))
      waiting.set(id, { resolve, reject })
      post()
    })

  worker.on('message', (reply: Reply) => {
    const call = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('failure' in reply) call?.reject(fromFailure(reply.failure))
    else call?.resolve(reply.value as never)
  })
  worker.on('error', (error) => {
    death = `the ${what} of the store died: ${error instanceof Error ? error.message : String(error)}`
  })
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      death ??= `the ${what} of the store is closed`
      for (const { reject } of waiting.values()) reject(new StoreUnavailable(death))
      waiting.clear()
      resolve()
    })
  })

  const call = new Proxy({} as Calls<Ops>, {
    get: (_, name: string) => {
      return (...args: unknown[]) => {
        const id = ++lastId
        const request: Request = { id, name, args }
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
        return send(id, () => worker.postMessage(request))
      }
    },
  })
  try {
    await send(opening, () => {})
  } catch (error) {
    // With the thread go its files and locks, so that whoever catches this can try again.
    await ended
    throw error
  }
  return { call, ended }
}
