import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

interface Limits {
  /** The element is past once its bottom is above this line, in px from the top. */
  line: number
  /** How long that must have been so, in ms. */
  wait?: number
}

/** Whether the element with this id has been scrolled out at the top; false on pages without it. */
export function useScrolledPast(id: string, { line, wait = 0 }: Limits): boolean {
  const { pathname } = useLocation()
  const [past, setPast] = useState(false)
  useEffect(() => {
    const element = document.querySelector(`#${id}`)
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        const gone = entries.at(-1)?.isIntersecting === false
        timer = setTimeout(() => setPast(gone), wait)
      },
      // What is still to come at the bottom, however far, counts as seen: only the top edge matters.
      { rootMargin: `-${line}px 0px 1000000px 0px` },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      setPast(false)
    }
    // Another page has another element of that id, or none.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [id, line, wait, pathname])
  return past
}
