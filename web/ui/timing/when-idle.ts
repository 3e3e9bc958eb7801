/** Maximum delay in ms, so that the task also runs on a page that never becomes idle. */
const timeout = 2000

/**
 * Runs a task when the browser is idle. Returns a function that cancels it. Safari has no `requestIdleCallback`, so the
 * task runs there after a fixed delay.
 */
export function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(task, { timeout })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(task, timeout / 4)
  return () => clearTimeout(timer)
}
