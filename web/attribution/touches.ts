import type { TrackingParameter, WireTouch } from '#domain/events.ts'
import { parameters } from './entry-touch.ts'

const mostTouches = 10
/** Specification part 1, 9; in ms. */
const retention = 7 * 24 * 3600 * 1000

const kept = (name: TrackingParameter) => name.startsWith('utm_') || name === 'gclid' || name === 'fbclid'

/** Touches that may still be kept: at most 7 days old, and none from the future of a clock that was wrong. */
export function freshTouches(touches: readonly WireTouch[], now: number): WireTouch[] {
  return touches.filter(({ at }) => Math.abs(now - Date.parse(at)) <= retention)
}

/** Adds a touch behind the others, unless it is a page of the same visit that was loaded anew. */
export function withTouch(touches: readonly WireTouch[], touch: WireTouch | undefined): WireTouch[] {
  const last = touches.at(-1)
  if (!touch || (last && isRepeat(touch, last))) return [...touches]
  return shortened([...touches, touch])
}

/** The touches of both lists, oldest first, each once. */
export function mergedTouches(one: readonly WireTouch[], other: readonly WireTouch[]): WireTouch[] {
  const all = new Map(
    [...one, ...other].map((touch) => [
      JSON.stringify(parameters.map((name) => touch[name] ?? touch.at)) + touch.at,
      touch,
    ]),
  )
  return shortened([...all.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)))
}

/** The first touch stays, the oldest behind it goes. */
function shortened(touches: WireTouch[]): WireTouch[] {
  return touches.length > mostTouches ? [touches[0]!, ...touches.slice(1 - mostTouches)] : touches
}

/** It says nothing that the last one did not: only what our links do not carry may be missing. */
function isRepeat(touch: WireTouch, last: WireTouch): boolean {
  return parameters.every((name) =>
    touch[name] === undefined ? !kept(name) || last[name] === undefined : touch[name] === last[name],
  )
}
