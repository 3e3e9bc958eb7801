/** Resolves in a new task, so that the browser can react to the visitor and paint in between. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
