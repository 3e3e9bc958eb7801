/** Name of the meta element that lists the scripts of the page. The build writes it, see `build/prerender`. */
const listName = 'scripts'

/** Maximum time to wait for the first paint, in ms. A browser that reports no paints must not wait forever. */
const maxWait = 500

/**
 * Requests all scripts of the page at once, as soon as the page has been painted. Earlier requests would delay the paint:
 * scripts have ten times as many bytes as style sheet and font, with which they share the connection. A page without
 * content lists no scripts, because it must load them to show anything.
 */
export async function loadAfterPaint(): Promise<void> {
  const list = document.querySelector<HTMLMetaElement>(`meta[name="${listName}"]`)
  if (!list) return
  await firstPaint()
  const preloads = list.content.split(' ').map((href) => {
    const preload = document.createElement('link')
    return Object.assign(preload, { rel: 'modulepreload', crossOrigin: '', href })
  })
  document.head.append(...preloads)
}

/** Resolves when the browser has painted the page, or immediately if the page is hidden and so not painted. */
async function firstPaint(): Promise<void> {
  if (document.hidden) return
  await new Promise<void>((resolve) => {
    const painted = () => resolve()
    setTimeout(painted, maxWait)
    document.addEventListener('visibilitychange', painted, { once: true })
    try {
      new PerformanceObserver(painted).observe({ type: 'paint', buffered: true })
    } catch {
      // The browser does not report paints.
      requestAnimationFrame(() => setTimeout(painted))
    }
  })
}
