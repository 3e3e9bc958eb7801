import type { RunUsage } from './decide-append.ts'

// Rejected events are stored with their content so that they can be replayed once the funnel accepts their fields. The
// limits bound what hostile clients can store in this way.

export const keptLimits = {
  /** Bytes of one rejected event. */
  bytes: 8 * 1024,
  /** Rejected events of one run, and their bytes. */
  ofRun: { events: 50, bytes: 64 * 1024 },
  /** Bytes of all events that are rejected on one Berlin day. */
  ofDay: 32 * 1024 * 1024,
}

/** Why the content of a rejected event was not stored. */
export type UnkeptReason = 'unknown-run' | 'too-large' | 'run-limit' | 'day-limit'

export interface KeptState {
  /** Returns whether the log contains an event of this run, including those of the current append. */
  isKnown: (runId: string) => boolean
  /** Rejected events that are stored with their content, by run id. */
  kept: Map<string, RunUsage>
  /** Bytes of content that were stored today. */
  today: number
}

/**
 * Decides whether the content of a rejected event is stored. Returns null if it is, and then adds it to `kept` and
 * `today`. The content of a run without events is not stored, because an erasure would not find it.
 */
export function decideKept(
  { runId, bytes }: { runId: string; bytes: number },
  known: KeptState,
): UnkeptReason | null {
  if (!known.isKnown(runId)) return 'unknown-run'
  if (bytes > keptLimits.bytes) return 'too-large'
  const { events, bytes: used } = known.kept.get(runId) ?? { events: 0, bytes: 0 }
  if (events >= keptLimits.ofRun.events || used + bytes > keptLimits.ofRun.bytes) return 'run-limit'
  if (known.today + bytes > keptLimits.ofDay) return 'day-limit'
  known.kept.set(runId, { events: events + 1, bytes: used + bytes })
  known.today += bytes
  return null
}
