import { weekMs } from '#domain/time/durations.ts'
import type { TrackingParameter, WireTouch } from '#domain/events/wire-events.ts'
import { trackingParameters } from './entry-touch.ts'

const maxTouches = 10
/** Maximum age of touches, in ms. Older touches are ignored. */
const retentionMs = weekMs

const isPassedOn = (name: TrackingParameter) =>
  name.startsWith('utm_') || name === 'gclid' || name === 'fbclid'

/**
 * Returns the touches that are at most 7 days old. Also drops touches more than 7 days in the future, which come from a
 * wrong clock.
 */
export function freshTouches(touches: readonly WireTouch[], now: number): WireTouch[] {
  return touches.filter(({ at }) => Math.abs(now - Date.parse(at)) <= retentionMs)
}

/** Appends a touch, unless it repeats the last one, for example because the visitor has reloaded the page. */
export function withTouch(touches: readonly WireTouch[], touch: WireTouch | undefined): WireTouch[] {
  const last = touches.at(-1)
  if (!touch || (last && isRepeat(touch, last))) return [...touches]
  return shortened([...touches, touch])
}

/** Merges two lists of touches without duplicates and sorts them, oldest first. */
export function mergedTouches(one: readonly WireTouch[], other: readonly WireTouch[]): WireTouch[] {
  const all = new Map(
    [...one, ...other].map((touch) => [
      JSON.stringify(trackingParameters.map((name) => touch[name] ?? touch.at)) + touch.at,
      touch,
    ]),
  )
  return shortened([...all.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)))
}

/**
 * Limits the number of touches. Keeps the first touch, because the first-touch model needs it, and the newest touches.
 */
function shortened(touches: WireTouch[]): WireTouch[] {
  return touches.length > maxTouches ? [touches[0]!, ...touches.slice(1 - maxTouches)] : touches
}

/**
 * Returns whether a touch has the same parameters as the last one. Links within the site do not pass on all parameters.
 * The touch may therefore lack those that are not passed on.
 */
function isRepeat(touch: WireTouch, last: WireTouch): boolean {
  return trackingParameters.every((name) =>
    touch[name] === undefined ? !isPassedOn(name) || last[name] === undefined : touch[name] === last[name],
  )
}
