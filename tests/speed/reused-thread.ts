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

const threads = createRequire(import.meta.url)('node:worker_threads') as Record<string, unknown>
let runs = 0

parentPort!.on('message', ({ script, port, workerData }: Assignment) => {
  threads['parentPort'] = port
  threads['workerData'] = workerData
  syncBuiltinESMExports()
  runs += 1
  void import(`${script}?run=${runs}`)
})
