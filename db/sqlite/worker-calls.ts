import process from 'node:process'
import { type MessagePort, parentPort, receiveMessageOnPort, type Worker } from 'node:worker_threads'
import { ownsItsMemory } from '../release.ts'
import { StoreUnavailable } from '../store.ts'
import { fromFailure, toFailure } from './failure.ts'
import { type Grouping, type Reply, type Request, answerInOrder } from './group-calls.ts'

// A small typed RPC, answered in the order of the calls. What is called at once goes in one message, and so do answers:
// waking a thread takes it as long as many a call.

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
  const tell = (reply: Reply) => port.postMessage([reply])
  try {
    const { operations, grouping = noGrouping } = open()
    const waiting: Request[] = []
    const next = (): Request | undefined => {
      if (waiting.length === 0) waiting.push(...((receiveMessageOnPort(port)?.message as Request[]) ?? []))
      return waiting.shift()
    }
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
    port.on('message', (requests: Request[]) => {
      const replies = gatherReplies(port)
      waiting.push(...requests)
      for (let first = waiting.shift(); first; first = closing ? undefined : waiting.shift())
        for (const answered of answerInOrder(first, answer, { grouping, next })) replies.add(answered)
      replies.send()
      if (closing) port.close()
    })
    tell({ id: opening, value: undefined })
  } catch (error) {
    tell({ id: opening, failure: toFailure(error) })
    port.close()
  }
}

/** Answers that took so long to find, in ms, do not wait for those of the calls behind them. */
const gatherMs = 1

function gatherReplies(port: MessagePort) {
  let gathered: Reply[] = []
  let since = performance.now()
  function send() {
    if (gathered.length > 0) port.postMessage(gathered, gathered.flatMap(memoryOf))
    gathered = []
    since = performance.now()
  }
  return {
    add(replies: readonly Reply[]) {
      gathered.push(...replies)
      if (performance.now() - since >= gatherMs) send()
    },
    send,
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

  const wait = (id: number) =>
    new Promise<never>((resolve, reject) => {
      if (death) reject(new StoreUnavailable(death))
      else waiting.set(id, { resolve, reject })
    })

  let unsent: Request[] = []
  function sendAtOnce(request: Request): void {
    if (unsent.push(request) > 1) return
    // After everything that runs now: the answers to sixty calls have sixty others made.
    process.nextTick(() => {
      const requests = unsent
      unsent = []
      post(requests)
    })
  }

  function post(requests: Request[]): void {
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      worker.postMessage(requests)
    } catch (error) {
      // What cannot be copied fails alone.
      if (requests.length > 1) return requests.forEach((request) => post([request]))
      const { id } = requests[0]!
      waiting.get(id)?.reject(error as Error)
      waiting.delete(id)
    }
  }

  worker.on('message', (replies: Reply[]) => {
    for (const reply of replies) {
      const call = waiting.get(reply.id)
      waiting.delete(reply.id)
      if ('failure' in reply) call?.reject(fromFailure(reply.failure))
      else call?.resolve(reply.value as never)
    }
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
        const answered = wait(id)
        sendAtOnce({ id, name, args })
        return answered
      }
    },
  })
  try {
    await wait(opening)
  } catch (error) {
    // With the thread go its files and locks, so that whoever catches this can try again.
    await ended
    throw error
  }
  return { call, ended }
}
