import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { scrollBehavior } from '#web/ui/scroll-behavior.ts'

/**
 * Lets the page glide to the place that the address names, and once more 100 ms after it was loaded, when all above
 * it has its height. Stands before the router's own scrolling, which then obeys; going back still jumps.
 */
export function SmoothAnchor() {
  const { hash, key } = useLocation()
  const type = useNavigationType()
  useLayoutEffect(() => {
    // The router calls the first page of a visit `default`.
    if (!hash || (type === NavigationType.Pop && key !== 'default')) return
    const { style } = document.documentElement
    style.scrollBehavior = scrollBehavior()
    const timer = setTimeout(
      () => document.querySelector(`#${CSS.escape(hash.slice(1))}`)?.scrollIntoView(),
      100,
    )
    return () => {
      clearTimeout(timer)
      style.scrollBehavior = ''
    }
  }, [hash, key, type])
  return null
}
