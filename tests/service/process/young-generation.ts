// Prints the size of the young generation of a thread that has allocated much, in MB. The first argument is `limited` to
// call `limitThreads` before the thread is started.
import process from 'node:process'
import { getHeapSpaceStatistics } from 'node:v8'
import { Worker, isMainThread, parentPort } from 'node:worker_threads'
import { limitThreads } from '#service/process/limit-threads.ts'

if (isMainThread) {
  if (process.argv[2] === 'limited') limitThreads()
  new Worker(import.meta.filename).once('message', console.log)
} else {
  const kept: unknown[] = []
  for (let number = 0; number < 1e6; number++) kept[number % 1e5] = { number, text: String(number) }
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort!.postMessage(young!.space_size / 2 ** 20)
}
