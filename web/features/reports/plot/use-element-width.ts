import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Returns a ref for an element and the width of that element, which is 0 until it is known. */
export function useElementWidth<Tag extends HTMLElement>(): [RefObject<Tag | null>, number] {
  const ref = useRef<Tag>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current!
    // On paper, the element is hidden. Its width on the screen stays.
    const measure = () => element.clientWidth > 0 && setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
