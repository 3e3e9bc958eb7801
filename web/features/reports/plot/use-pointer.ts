import { type PointerEvent, useState } from 'react'

interface PointerOptions {
  /** Number of points, evenly spaced from `left` to `right`. */
  count: number
  left: number
  right: number
  /** Called after a click with the same index twice, after a drag with the first and the last index. */
  onChoose: (from: number, to: number) => void
}

interface UsedPointer {
  /** Index of the point nearest to the pointer. */
  pointed: number | undefined
  /** Points over which the pointer is being dragged. */
  chosen: { from: number; to: number } | undefined
  handlers: Partial<
    Record<
      'onPointerMove' | 'onPointerDown' | 'onPointerUp' | 'onPointerLeave',
      (event: PointerEvent<SVGElement>) => void
    >
  >
}

/** Follows the pointer over a plot. A touch shows the values of a point; it does not choose, because it cannot hover. */
export function usePointer({ count, left, right, onChoose }: PointerOptions): UsedPointer {
  const [active, setActive] = useState<number>()
  const [start, setStart] = useState<number>()
  const indexAt = ({ clientX, currentTarget }: PointerEvent<SVGElement>) => {
    const part = (clientX - currentTarget.getBoundingClientRect().left - left) / Math.max(1, right - left)
    return Math.round(Math.min(1, Math.max(0, part)) * (count - 1))
  }
  const isMoved = start !== undefined && active !== undefined && start !== active
  return {
    pointed: active !== undefined && active < count ? active : undefined,
    chosen: isMoved ? { from: Math.min(start, active), to: Math.max(start, active) } : undefined,
    handlers: {
      onPointerMove: (event) => setActive(indexAt(event)),
      onPointerDown: (event) => {
        const index = indexAt(event)
        setActive(index)
        if (event.pointerType === 'mouse' && event.button === 0) setStart(index)
      },
      onPointerUp: (event) => {
        setStart(undefined)
        if (start === undefined) return
        const end = indexAt(event)
        onChoose(Math.min(start, end), Math.max(start, end))
      },
      onPointerLeave: () => {
        setActive(undefined)
        setStart(undefined)
      },
    },
  }
}
