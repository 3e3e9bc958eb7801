import path from 'node:path'
import { programAt } from '#tests/speed/program-paths.ts'

const asImport = (code: string) => `--import=data:text/javascript,${encodeURIComponent(code)}`

/** Returns environment variables that shift the clock of a Node process by a number of ms. */
export function skewedClock(ms: number): Record<string, string> {
  return {
    NODE_OPTIONS: `--import=${path.resolve(import.meta.dirname, 'skewed-clock.mjs')}`,
    SKEW_MS: String(ms),
  }
}

/**
 * Returns environment variables that make one thread of a Node process run out of memory when the trigger file appears.
 * `script` is the path of the thread's script, for example 'db/sqlite/worker/writer-worker.ts'.
 */
export function outOfMemoryThread(script: string, triggerFile: string): Record<string, string> {
  return {
    NODE_OPTIONS: asImport(`
      import { existsSync } from 'node:fs'
      import { isMainThread } from 'node:worker_threads'
      function look() {
        const kept = []
        while (existsSync(${JSON.stringify(triggerFile)})) kept.push(Array.from({ length: 1e4 }, () => ({})))
      }
      if (!isMainThread && process.argv[1] === ${JSON.stringify(programAt(script))}) {
        look()
        setInterval(look, 20).unref()
      }`),
  }
}
