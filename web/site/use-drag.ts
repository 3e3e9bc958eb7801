import { type PointerEvent, useRef } from 'react'

/** Specification part 1, 9: a shorter movement of the finger is none, in px. */
const swipe = 50

/**
 * Lets what is in a scrolling element follow a finger, and says which way the finger went once it is lifted:
 * 1 to the next, -1 to the one before, 0 neither. `touch-action: pan-y` on it leaves sideways movements to us.
 */
export function useDrag(onEnd: (way: -1 | 0 | 1) => void) {
  const start = useRef<{ x: number; left: number }>(undefined)
  function release({ currentTarget }: PointerEvent<HTMLElement>, moved: number) {
    if (!start.current) return
    start.current = undefined
    currentTarget.style.scrollBehavior = ''
    onEnd(moved < -swipe ? 1 : moved > swipe ? -1 : 0)
  }
  return {
    dragging: () => start.current !== undefined,
    onPointerDown({ pointerType, isPrimary, clientX, currentTarget }: PointerEvent<HTMLElement>) {
      if (pointerType === 'mouse' || !isPrimary) return
      start.current = { x: clientX, left: currentTarget.scrollLeft }
      currentTarget.style.scrollBehavior = 'auto'
      // Until all is at rest again: snapping would jump where it is to glide.
      currentTarget.style.scrollSnapType = 'none'
    },
    onPointerMove({ clientX, currentTarget }: PointerEvent<HTMLElement>) {
      if (start.current) currentTarget.scrollLeft = start.current.left + start.current.x - clientX
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) =>
      release(event, event.clientX - (start.current?.x ?? event.clientX)),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => release(event, 0),
  }
}
