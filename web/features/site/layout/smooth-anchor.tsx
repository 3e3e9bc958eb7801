import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { scrollBehavior } from '#web/ui/scroll-behavior.ts'

/**
 * Makes the scrolling of `NewPageTop` to the URL fragment smooth. Scrolls again after 100 ms, when the content above
 * the target has its final height; for that, the whole page is laid out (see `below-*` in `styles.css`). Must be rendered
 * before `NewPageTop`. Does nothing if the visitor goes back or forward.
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
    const timer = setTimeout(
      () => document.querySelector(`#${CSS.escape(hash.slice(1))}`)?.scrollIntoView(),
      100,
    )
    return () => {
      clearTimeout(timer)
      style.scrollBehavior = ''
      delete dataset['atSection']
    }
  }, [hash, key, type])
  return null
}
