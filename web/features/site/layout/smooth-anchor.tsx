import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { scrollBehavior } from '#web/ui/scroll-behavior.ts'

/**
 * Makes the scrolling of `NewPageTop` to the URL fragment smooth. Scrolls again after 100 ms, when the content above
 * the target has its final height. Must be rendered before `NewPageTop`. Going back and forward is not smooth.
 */
export function SmoothAnchor() {
  const { hash, key } = useLocation()
  const type = useNavigationType()
  useLayoutEffect(() => {
    // React Router uses the key `default` for the first page of a visit.
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
