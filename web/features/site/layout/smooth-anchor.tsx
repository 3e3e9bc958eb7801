import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { scrollBehavior } from '#web/ui/scroll-behavior.ts'

/** Time in ms during which content above the target may still be loading. */
const loadingMs = 3000

/** Events by which visitors take over the scrolling. */
const takeovers = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Makes the scrolling of `NewPageTop` to the URL fragment smooth. Scrolls again whenever the height of the page changes,
 * because the target and the content above it may still be loading, until the visitor does something or some seconds have
 * passed. Meanwhile and afterwards, the whole page is laid out (see `below-*` in `styles.css`). Must be rendered before
 * `NewPageTop`. Does nothing if the visitor goes back or forward.
 */
export function SmoothAnchor() {
  const { hash, key } = useLocation()
  const type = useNavigationType()
  useLayoutEffect(() => {
    // Also scroll on the first page of a visit. Its type is `Pop` as well, but React Router gives it the key `default`.
    if (!hash || (type === NavigationType.Pop && key !== 'default')) return
    const { style, dataset } = document.documentElement
    style.scrollBehavior = scrollBehavior()
    dataset['atSection'] = ''
    const observer = new ResizeObserver(() =>
      document.querySelector(`#${CSS.escape(hash.slice(1))}`)?.scrollIntoView(),
    )
    observer.observe(document.body)
    const stop = () => observer.disconnect()
    const timer = setTimeout(stop, loadingMs)
    for (const takeover of takeovers) window.addEventListener(takeover, stop, { passive: true })
    return () => {
      stop()
      clearTimeout(timer)
      for (const takeover of takeovers) window.removeEventListener(takeover, stop)
      style.scrollBehavior = ''
      delete dataset['atSection']
    }
  }, [hash, key, type])
  return null
}
