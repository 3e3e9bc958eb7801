import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads'
import { collectWhenQuiet } from './collect-when-quiet.ts'
import { type Failure, toFailure } from './failure.ts'
import { type CallQueue, type Grouping, runGroup, takeGroup } from './group-calls.ts'
import type { Call, FromWorker, Ports, Reply, ToWorker } from './protocol.ts'
import { createReplyBatch } from './reply-batch.ts'

/** What a worker offers to the main thread: its methods, and the function that closes its store. */
export interface WorkerService {
  ports: Ports
  /** Called when the main thread has asked the worker to close and the last call has ended. */
  close: () => void | Promise<void>
  /** Synchronous methods that may share a commit. */
  grouping?: Grouping
}

/** Converts a database error to an error that callers of the store expect. Returns other errors unchanged. */
type ToStoreError = (error: unknown) => unknown

/**
 * Serves the calls of the main thread in a worker thread, until the main thread closes the worker. First calls `open`,
 * which opens the store and returns its methods. Starts the calls in the order of arrival. Does not wait for methods
 * that return a promise, so these can run concurrently.
 */
export function serveCalls(open: () => WorkerService, toStoreError: ToStoreError): void {
  const port = parentPort
  if (!port) throw new Error('serveCalls runs in a worker thread only')
  try {
    const served = open()
    const methods = methodsOf(served.ports)
    serve(port, served, createRunner(methods, toStoreError))
    port.postMessage({ kind: 'opened', methods: [...methods.keys()] } satisfies FromWorker)
    collectWhenQuiet()
  } catch (error) {
    port.postMessage({ kind: 'not-opened', failure: toFailure(toStoreError(error)) } satisfies FromWorker)
    port.close()
  }
}

/** Sends a notice to the main thread, which passes it to `onNotice`. */
export function notifyMainThread(notice: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  parentPort?.postMessage({ kind: 'notice', notice } satisfies FromWorker)
}

type Method = (...args: unknown[]) => unknown

function methodsOf(ports: Ports): Map<string, Method> {
  const named = Object.entries(ports).flatMap(([port, methods]) =>
    Object.entries(methods).map(([name, method]) => [`${port}.${name}`, method as Method] as const),
  )
  return new Map(named)
}

function serve(port: MessagePort, { grouping, close }: WorkerService, runner: Runner): void {
  const received = createInbox(port)
  const running = new Set<Promise<void>>()

  function runAll(): void {
    const replies = createReplyBatch(port)
    for (let call = received.waiting.shift(); call; call = received.waiting.shift()) {
      if (grouping?.methods.has(call.method)) {
        replies.add(runGroup(takeGroup(call, received.queue, grouping), runner, grouping))
        continue
      }
      const reply = runner.run(call)
      if (reply instanceof Promise) replyLater(reply)
      else replies.add([reply])
    }
    replies.send()
  }

  function replyLater(pending: Promise<Reply>): void {
    const done = pending
      .then((reply) => port.postMessage({ kind: 'replies', replies: [reply] } satisfies FromWorker))
      .finally(() => running.delete(done))
    running.add(done)
  }

  async function end(): Promise<void> {
    await Promise.all(running)
    await close()
    port.close()
  }

  port.on('message', (message: ToWorker) => {
    if (received.isClosing()) return
    received.take(message)
    runAll()
    if (received.isClosing()) void end()
  })
}

/**
 * Creates a queue of the calls that have arrived, with a flag for whether the main thread has asked the worker to
 * close.
 */
function createInbox(port: MessagePort) {
  const waiting: Call[] = []
  let closing = false
  function take(message: ToWorker): void {
    if (message.kind === 'calls') waiting.push(...message.calls)
    if (message.kind === 'close') closing = true
  }
  function fill(): void {
    const arrived = waiting.length === 0 && !closing ? receiveMessageOnPort(port) : undefined
    if (arrived) take(arrived.message as ToWorker)
  }
  const queue: CallQueue = {
    // If no call is waiting, reads the next message directly from the port. Calls that arrived while others ran are
    // thus available at once, not only in the next turn of the event loop.
    peek() {
      fill()
      return waiting[0]
    },
    shift: () => waiting.shift(),
  }
  return { waiting, queue, take, isClosing: () => closing }
}

type Runner = ReturnType<typeof createRunner>

function createRunner(methods: ReadonlyMap<string, Method>, toStoreError: ToStoreError) {
  const failureOf = (error: unknown): Failure => toFailure(toStoreError(error))
  return {
    toFailure: failureOf,
    run({ id, method, args }: Call): Reply | Promise<Reply> {
      const fail = (error: unknown): Reply => ({ id, failure: failureOf(error) })
      try {
        const value = methods.get(method)!(...args)
        return value instanceof Promise
          ? value.then((settled) => ({ id, value: settled }), fail)
          : { id, value }
      } catch (error) {
        return fail(error)
      }
    },
  }
}
