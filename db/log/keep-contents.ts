import type { KnownState } from '#domain/log/decide-append.ts'
import { type KeptState, decideKept } from '#domain/log/decide-kept.ts'
import { sizeOfContent } from '#db/ports/append-rows.ts'
import type { Rejection } from '#db/ports/event-log.ts'
import type { RejectionState } from '#db/ports/rejection-store.ts'

/** A rejected event to be stored. Its content is stored only if its state is `kept`. */
export interface RejectedRow extends Rejection {
  /** Null if the event has no content. */
  state: RejectionState | null
}

/** What the store has kept of rejected events: per run, and the counter of the newest day on which it kept content. */
export interface KnownRejections {
  kept: KeptState['kept']
  lastDay: { day: string; bytes: number } | undefined
}

/** Decides which rejected events are stored with their content. `usage` names the runs in the log. */
export function keepContents(
  rejected: readonly Rejection[],
  { kept, lastDay }: KnownRejections,
  { day, usage }: { day: string; usage: KnownState['usage'] },
): { rows: RejectedRow[]; bytes: number } {
  const known = {
    isKnown: (runId: string) => usage.has(runId),
    kept,
    today: lastDay?.day === day ? lastDay.bytes : 0,
  }
  const before = known.today
  const rows = rejected.map((one): RejectedRow => {
    const { content, ...rest } = one
    if (!content) return { ...rest, state: null }
    const reason = decideKept({ runId: content.runId, bytes: sizeOfContent(content) }, known)
    return reason ? { ...rest, state: reason } : { ...one, state: 'kept' }
  })
  return { rows, bytes: known.today - before }
}
