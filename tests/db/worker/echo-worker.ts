import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { StoreUnavailable } from '#db/ports/store.ts'
import { notifyMainThread, serveCalls } from '#db/worker/serve-calls.ts'

const notes: string[] = []

function open() {
  if (workerData === 'refuse') throw new RangeError('cannot open')
  return {
    ports: {
      echo: {
        say: (text: string) => text,
        later: async (text: string, ms: number) => {
          await sleep(ms)
          notes.push(text)
          return text
        },
        fail: () => {
          throw new RangeError('out of range')
        },
        reject: async () => {
          await Promise.reject(new RangeError('out of range later'))
        },
        exit: () => process.exit(3),
        notify: (text: string) => notifyMainThread(text),
        /** Sends the message that Node sends for each import when it runs with `--watch`. */
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
        reportImport: () => parentPort?.postMessage({ 'watch:import': ['file:///a.ts'] }),
      },
    },
    close: () => notifyMainThread(`closed after ${notes.join()}`),
  }
}

export type EchoPorts = ReturnType<typeof open>['ports']

serveCalls(open, (error) =>
  error instanceof RangeError ? new StoreUnavailable(`mapped: ${error.message}`) : error,
)
