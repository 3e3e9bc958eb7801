import { onPageHide } from '#web/ui/on-page-hide.ts'

/**
 * Runs each of the functions in a new task, so that together they do not block the page for long. If the page is hidden
 * or left before, runs the rest at once, because the browser may run no further tasks. Returns a function that cancels the
 * rest.
 */
export function inTasks(...functions: readonly (() => void)[]): () => void {
  const rest = [...functions]
  const listening = new AbortController()
  let timer = setTimeout(runNext)
  function runNext() {
    rest.shift()?.()
    if (rest.length > 0) timer = setTimeout(runNext)
    else listening.abort()
  }
  function cancel() {
    clearTimeout(timer)
    listening.abort()
    rest.length = 0
  }
  onPageHide(() => {
    while (rest.length > 0) rest.shift()!()
    cancel()
  }, listening.signal)
  return cancel
}
