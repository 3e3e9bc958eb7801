import { pathToFileURL } from 'node:url'
import { type RunnerTask, TestRunner, vi } from 'vitest'

/**
 * Runs test files that Node imports without Vite. Vitest would import each of them, and the setup files, under a new URL in
 * every run, so Node would not find their compiled code in its cache and would add it again. A file runs once per process.
 */
export default class NativeRunner extends TestRunner {
  override importFile(file: string): unknown {
    return import(pathToFileURL(file).href)
  }

  /** Does what `real-timers.ts` does in the other projects. */
  override onAfterRunTask(task: RunnerTask): void {
    vi.useRealTimers()
    super.onAfterRunTask(task)
  }
}
