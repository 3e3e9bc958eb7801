import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/**
 * Scrolls a new page to the URL fragment or to the top. Does nothing if the visitor goes back or forward or reloads the
 * page, because the browser then restores the scroll position.
 */
export function NewPageTop() {
  const location = useLocation()
  const type = useNavigationType()
  useLayoutEffect(() => {
    if (type === NavigationType.Pop) return
    const { hash } = location
    if (hash) document.querySelector(`#${CSS.escape(hash.slice(1))}`)?.scrollIntoView()
    else window.scrollTo(0, 0)
  }, [location, type])
  return null
}
