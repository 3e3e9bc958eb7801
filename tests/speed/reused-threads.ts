import { EventEmitter } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { MessageChannel, type MessagePort, Worker, type WorkerOptions } from 'node:worker_threads'
import type { FromWorker } from '#db/worker/protocol.ts'
import type { Assignment, Ended } from './reused-thread.ts'

const runner = pathToFileURL(path.join(import.meta.dirname, 'reused-thread.ts'))

/** Each run keeps its modules in memory, about 2 MB, so a thread ends after this number of runs. */
const maxRuns = 50

interface Thread {
  worker: Worker
  runs: number
}

/** Threads that run no script at present, by the URL of the script that they have run before. */
const idle = new Map<string, Thread[]>()

/**
 * Starts the threads of stores in tests that open many of them. Starting a thread and loading the modules of a store takes
 * most of the processor time of opening one, so a thread that has finished a script runs it again for the next store: its
 * entry is evaluated anew, with its own port and data. Tests of threads and connections that fail start real threads.
 */
export class ReusedThread extends EventEmitter {
  readonly #port: MessagePort

  constructor(script: URL, { workerData }: WorkerOptions) {
    super()
    const { port1, port2 } = new MessageChannel()
    const thread = take(script)
    const { worker } = thread
    this.#port = port1
    let hasExited = false
    const end = (code: number) => {
      if (hasExited) return
      hasExited = true
      worker.off('error', onError).off('exit', end)
      this.emit('exit', code)
    }
    const onError = (error: unknown) => this.emit('error', error)
    worker.once('error', onError).once('exit', end)
    worker.ref()
    let refused = false
    let hasClosedItself = false
    port1.on('message', (message: FromWorker | Ended) => {
      if (message.kind === 'not-opened') refused = true
      if (message.kind === 'ended') hasClosedItself = true
      else this.emit('message', message)
    })
    // The port of a thread that dies is closed before its `exit`. A script that could not open its store has files and
    // locks that only the end of its thread frees.
    port1.once('close', () => {
      if (refused || !hasClosedItself) return void worker.terminate()
      release(script, thread)
      end(0)
    })
    const assignment: Assignment = { script: script.href, port: port2, workerData }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.postMessage(assignment, [port2])
  }

  postMessage(message: unknown): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
    this.#port.postMessage(message)
  }
}

function take(script: URL): Thread {
  const thread = idle.get(script.href)?.pop() ?? start(script)
  thread.runs += 1
  return thread
}

function start({ href }: URL): Thread {
  const thread: Thread = { worker: new Worker(runner), runs: 0 }
  thread.worker.once('exit', () => idle.set(href, idle.get(href)?.filter((other) => other !== thread) ?? []))
  return thread
}

function release(script: URL, thread: Thread): void {
  thread.worker.unref()
  if (thread.runs >= maxRuns) void thread.worker.terminate()
  else idle.set(script.href, [...(idle.get(script.href) ?? []), thread])
}

/** Environment variable of the projects whose tests use threads again. */
export const reuseThreads = { REUSE_THREADS: '1' }

/** Class with which the tests of a project start the threads of stores. */
export const StoreThread = process.env['REUSE_THREADS'] ? ReusedThread : Worker
