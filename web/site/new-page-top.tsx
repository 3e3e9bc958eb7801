import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** A new page begins at its top; going back and a reload leave the place to the browser, an anchor names its own. */
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
