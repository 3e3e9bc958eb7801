import { onPageHide } from '#web/ui/on-page-hide.ts'

/**
 * Runs each of the functions in a new task, so that together they do not block the page for long. If the page is hidden
 * or left before, runs the rest at once, because the browser may run no further tasks. Returns a function that cancels the
 * rest.
 */
export function inTasks(...functions: readonly (() => void)[]): () => void {
  const rest = [...functions]
  const ended = new AbortController()
  function runNext() {
    rest.shift()?.()
    if (rest.length > 0) setTimeout(runNext)
    else ended.abort()
  }
  setTimeout(runNext)
  onPageHide(() => {
    while (rest.length > 0) rest.shift()!()
  }, ended.signal)
  return () => {
    rest.length = 0
    ended.abort()
  }
}
