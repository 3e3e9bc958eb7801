import { type PointerEvent, useRef } from 'react'

/** Minimum distance in px for a movement to count as a swipe. */
const swipe = 50

/**
 * Lets the content of a scrolling element follow a finger. When the finger is lifted, calls `onEnd` with the direction
 * of the swipe: 1 for next, -1 for previous, 0 for no swipe. The element needs `touch-action: pan-y`. Otherwise, the
 * browser itself would handle a horizontal movement.
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
      // Disable snapping while the cards move. Otherwise, the cards would jump. `useCarousel` enables snapping again
      // when the cards are at rest.
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
