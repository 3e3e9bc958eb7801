import { replayEntries } from './replay-entries.ts'

/**
 * Keeps the preview of a page visible until the page has rendered its headline. Until then, the router may be redirecting
 * or code may be loading. When the headline is rendered, the page replaces the preview in a single frame, and what the
 * visitor has entered in the preview is entered in the page.
 */
export function keepPreview(root: HTMLElement): void {
  const preview = document.querySelector<HTMLElement>('#preview')
  if (!preview) return
  const observer = new MutationObserver(() => {
    if (!root.querySelector('h1')) return
    observer.disconnect()
    const replay = replayEntries(preview)
    preview.remove()
    root.hidden = false
    replay()
  })
  observer.observe(root, { childList: true, subtree: true })
}
