import { type KeyboardEvent, type RefObject, type UIEvent, useRef, useState } from 'react'
import { useDrag } from './use-drag.ts'
import { useWide } from './use-wide.ts'

/** Time in ms without scrolling after which the cards are considered at rest. */
const rest = 120

interface Carousel {
  track: RefObject<HTMLElement | null>
  /** Index of the first visible card, from 0. */
  index: number
  visible: number
  /** Maximum value of `index`. At this value, the last card is visible. */
  last: number
  go: (index: number) => void
  handlers: object
}

/**
 * Provides the state and the event handlers of a carousel that shows three cards at a time, or one on a phone. It can
 * be moved with buttons, arrow keys, the mouse wheel or a swipe.
 */
export function useCarousel(count: number, wraps: boolean): Carousel {
  const track = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [reached, setReached] = useState(0)
  const visible = useWide() ? 3 : 1
  const last = count - visible
  const index = Math.min(reached, last)

  function go(to: number) {
    const next = wraps ? (to + last + 1) % (last + 1) : Math.min(Math.max(to, 0), last)
    setReached(next)
    track.current?.scrollTo({ left: next * strideOf(track.current) })
  }
  const { dragging, ...drag } = useDrag((way) => go(index + way))

  function onScroll({ currentTarget }: UIEvent<HTMLElement>) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (dragging()) return
      currentTarget.style.scrollSnapType = ''
      setReached(Math.round(currentTarget.scrollLeft / strideOf(currentTarget)))
    }, rest)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    go(index + (event.key === 'ArrowRight' ? 1 : -1))
  }
  return { track, index, visible, last, go, handlers: { onKeyDown, onScroll, ...drag } }
}

/** Returns the distance between the left edges of two neighboring cards, in px. */
function strideOf(track: HTMLElement): number {
  const [first, second] = track.querySelectorAll('li')
  return first && second ? second.offsetLeft - first.offsetLeft : 1
}
