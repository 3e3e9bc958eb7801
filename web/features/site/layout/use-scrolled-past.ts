import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

interface Limits {
  /** Position of the line, in px from the top of the screen. An element above the line has scrolled past. */
  line: number
  /** Time in ms for which the result must be stable before it is returned. Default 0. */
  wait?: number
}

/** Returns whether the element with this id has scrolled past `line`. Returns false if there is no such element. */
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
      // Extend the observed area far below the screen. The element can then leave the area only at the top.
      { rootMargin: `-${line}px 0px 1000000px 0px` },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      setPast(false)
    }
    // `pathname` is a dependency because another page has another element with this id, or none.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [id, line, wait, pathname])
  return past
}
