/**
 * Keeps the inert preview of a page visible until the page has rendered its headline. Before that, the router may
 * redirect or code may be loading. The page then replaces the preview in a single frame.
 */
export function keepPreview(root: HTMLElement): void {
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
