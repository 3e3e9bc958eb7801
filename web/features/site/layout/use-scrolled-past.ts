import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

/** Distance in px by which the observed area is extended, so that an element can enter or leave it on one side only. */
const far = 1_000_000

interface Limits {
  /** Position of the line, in px from the top of the screen. An element above the line has scrolled past. */
  line: number
  /** Time in ms for which the result must be stable before it is returned. Default 0. */
  wait?: number
}

/** Returns whether the element with this id has scrolled past `line`. Returns false if there is no such element. */
export function useScrolledPast(id: string, { line, wait = 0 }: Limits): boolean {
  return useObserved(id, { rootMargin: `-${line}px 0px ${far}px 0px`, sought: 'outside', wait })
}

/**
 * Returns whether the top of the element with this id has come into view, or is above it. Returns false if there is no
 * such element.
 */
export function useReached(id: string): boolean {
  return useObserved(id, { rootMargin: `${far}px 0px 0px 0px`, sought: 'inside', wait: 0 })
}

interface Observation {
  /** Distances by which the observed area is larger than the screen. */
  rootMargin: string
  sought: 'inside' | 'outside'
  wait: number
}

/** Returns whether the element with this id is in or outside the observed area. */
function useObserved(id: string, { rootMargin, sought, wait }: Observation): boolean {
  const { pathname } = useLocation()
  const [observed, setObserved] = useState(false)
  useEffect(() => {
    const element = document.querySelector(`#${id}`)
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        const isInside = entries.at(-1)?.isIntersecting === true
        timer = setTimeout(() => setObserved(isInside === (sought === 'inside')), wait)
      },
      { rootMargin },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      setObserved(false)
    }
    // `pathname` is a dependency because another page has another element with this id, or none.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [id, rootMargin, sought, wait, pathname])
  return observed
}
