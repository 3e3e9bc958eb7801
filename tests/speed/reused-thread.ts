// Thread that runs scripts of threads one after the other, each with the port and the data of its assignment. Modules that
// a script imports are loaded only once.
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { type MessagePort, parentPort } from 'node:worker_threads'

export interface Assignment {
  /** URL of the script. */
  script: string
  /** Replaces `parentPort` of the script. */
  port: MessagePort
  workerData: unknown
}

/** Last message of a script that has closed its port. A thread that dies does not send it. */
export interface Ended {
  kind: 'ended'
}

const threads = createRequire(import.meta.url)('node:worker_threads') as Record<string, unknown>
let runs = 0

parentPort!.on('message', ({ script, port, workerData }: Assignment) => {
  const close = port.close.bind(port)
  port.close = () => {
    port.postMessage({ kind: 'ended' } satisfies Ended)
    close()
  }
  threads['parentPort'] = port
  threads['workerData'] = workerData
  syncBuiltinESMExports()
  runs += 1
  void import(`${script}?run=${runs}`)
})
