import { campaignDimensions } from '#domain/attribution/credit-touches.ts'
import type { Touch } from '#domain/events/stored-event.ts'

/** Maximum size of an event's touches as JSON in UTF-8, in bytes. */
export const maxTouchBytes = 2048

/**
 * Returns the touches that fit into `maxTouchBytes`, oldest first. The first and the last touch are always kept. Of the
 * others, the oldest are dropped until the rest fits. If the first and the last touch alone are too large, all their
 * values are truncated to the same maximum length: the largest length with which both touches fit.
 */
export function fitTouches(touches: readonly Touch[]): Touch[] {
  const sizes = touches.map((touch) => bytesOf(touch) + 1)
  // Each size includes the comma after the touch. The JSON array has two brackets, but no comma after the last touch:
  // the sum starts at 2 - 1.
  let size = sizes.reduce((sum, bytes) => sum + bytes, 1)
  let dropped = 0
  while (size > maxTouchBytes && dropped < touches.length - 2) size -= sizes[++dropped]!
  const kept = touches.filter((_, index) => index === 0 || index > dropped)
  return size > maxTouchBytes ? shortened(kept) : kept
}

function shortened(touches: readonly Touch[]): Touch[] {
  let [fits, tooLong] = [0, maxTouchBytes]
  while (tooLong - fits > 1) {
    const maxLength = (fits + tooLong) >> 1
    if (bytesOf(touches.map((touch) => cut(touch, maxLength))) <= maxTouchBytes) fits = maxLength
    else tooLong = maxLength
  }
  return touches.map((touch) => cut(touch, fits))
}

function cut(touch: Touch, maxLength: number): Touch {
  const copy = { ...touch }
  for (const name of campaignDimensions) {
    const value = touch[name]
    // Truncate by code points, so that no surrogate pair is split.
    if (value !== undefined && value.length > maxLength)
      copy[name] = Array.from(value).slice(0, maxLength).join('')
  }
  return copy
}

function bytesOf(value: object): number {
  return new TextEncoder().encode(JSON.stringify(value)).length
}
