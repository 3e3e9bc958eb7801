/**
 * Returns a clock in ms since the epoch that never runs backwards within the process. When the system clock is set
 * back, the returned clock continues from its last value at the pace of the monotonic clock.
 */
export function createSteadyClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
): () => number {
  let last = wall()
  let lastTick = monotonic()
  return () => {
    const tick = monotonic()
    last = Math.max(wall(), last + (tick - lastTick))
    lastTick = tick
    return Math.floor(last)
  }
}
