import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

interface Limits {
  /** The element counts as past when its bottom is above this line, in px from the top. */
  line: number
  /** Debounce, in ms. */
  wait?: number
}

/** Returns whether the element with this id has scrolled past the line. Returns false if it does not exist. */
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
      // Extends the viewport downwards, so that only the top edge matters.
      { rootMargin: `-${line}px 0px 1000000px 0px` },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      setPast(false)
    }
    // Each page has its own element with this id, or none.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [id, line, wait, pathname])
  return past
}
