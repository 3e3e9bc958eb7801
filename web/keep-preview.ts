/**
 * Keeps the inert preview of a page visible until the page has rendered its headline. Until then, the router may be
 * redirecting or code may be loading. When the headline is rendered, the page replaces the preview in a single frame.
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
