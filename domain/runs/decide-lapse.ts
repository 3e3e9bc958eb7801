/** State of a run in the projections. */
export interface SilentCandidate {
  runId: string
  lastPosition: number
  /** Time of the visitor's last event, in ms since the epoch; null if the run cannot lapse. */
  silentSince: number | null
}

export interface LapseClock {
  now: number
  /** Time without events after which a run lapses, in ms. */
  lapseAfterMs: number
}

/** Returns the cutoff time: runs whose last event is older lapse. */
export function lapsesBefore({ now, lapseAfterMs }: LapseClock): number {
  return now - lapseAfterMs
}

/**
 * Decides whether a run lapses; returns the type and cause of the event to append, or undefined. A run with events that
 * are not projected yet does not lapse, because it may have continued or lapsed already. The cause contains the run's
 * last position, so concurrent processes append only one event, and a run that continues can lapse again.
 */
export function decideLapse(
  run: SilentCandidate,
  lastInLog: { position: number } | undefined,
  clock: LapseClock,
): { type: 'lapsed'; cause: string } | undefined {
  if (run.silentSince === null || run.silentSince >= lapsesBefore(clock)) return undefined
  if (!lastInLog || lastInLog.position > run.lastPosition) return undefined
  return { type: 'lapsed', cause: `${run.runId}:${run.lastPosition}` }
}
