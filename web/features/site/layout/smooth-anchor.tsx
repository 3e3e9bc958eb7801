import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { scrollBehavior } from '#web/ui/scroll-behavior.ts'

/**
 * Scrolls smoothly to the URL fragment, and again 100 ms after loading, when everything above it has its
 * height. Rendered before the router's scroll restoration, so that going back still jumps.
 */
export function SmoothAnchor() {
  const { hash, key } = useLocation()
  const type = useNavigationType()
  useLayoutEffect(() => {
    // `default` is the router's key of the first page of a visit.
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
