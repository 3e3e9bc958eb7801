/**
 * A run that may lapse, as read from the projections. A run lapses when its visitor has been silent for long enough.
 */
export interface SilentCandidate {
  runId: string
  lastPosition: number
  /** Time of the visitor's last event, in ms since the epoch; null if the run cannot lapse. */
  silentSince: number | null
}

export interface LapseClock {
  now: number
  /** Time without visitor events after which a run lapses, in ms. */
  lapseAfterMs: number
}

/** Returns a time in ms since the epoch. A run lapses if the visitor's last event was received before this time. */
export function lapsesBefore({ now, lapseAfterMs }: LapseClock): number {
  return now - lapseAfterMs
}

/**
 * Decides whether a run lapses. Returns the type and cause of the event to append, or undefined if the run does not
 * lapse. A run with events that are not projected yet does not lapse, because it may have continued or lapsed already.
 * The cause contains the run's last position, and only one event is stored per cause. Therefore, concurrent processes
 * append only one event, and a run that continues after it has lapsed can lapse again.
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
