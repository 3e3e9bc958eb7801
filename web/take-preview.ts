/**
 * What was drawn ahead of a page that only the browser knows stays in sight, inert, until the page itself has a headline:
 * before that the router may correct the address, and code may still be on its way. Both change places in one frame.
 */
export function takePreview(root: HTMLElement): void {
  const preview = document.querySelector('#preview')
  if (!preview) return
  const observer = new MutationObserver(() => {
    if (!root.querySelector('h1')) return
    observer.disconnect()
    preview.remove()
    root.hidden = false
  })
  observer.observe(root, { childList: true, subtree: true })
}
