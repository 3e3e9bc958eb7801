import type { UnkeptReason } from '#domain/log/decide-kept.ts'

/**
 * State of a rejected event. `kept`: it can be replayed once the funnel accepts its fields. `replayed` and `duplicate`
 * are the outcomes of a replay. `removed`: its values were erased or expired with those of its run. `without-content`:
 * its type is never replayed, or an earlier version of the service rejected it. All others say why the content was not
 * stored.
 */
export type RejectionState = 'kept' | 'replayed' | 'duplicate' | 'removed' | 'without-content' | UnkeptReason

/** Number of rejected events with the same type, funnel, issues and state. */
export interface RejectionGroup {
  type: string | null
  funnel: string
  /** JSON of `Rejection.issues`, as stored. */
  issues: string
  state: RejectionState
  count: number
  firstAt: number
  lastAt: number
}

/** Rejected events received in [`from`, `before`). */
export interface RejectionRange {
  from: number
  before: number
}

export interface KeptQuery extends RejectionRange {
  funnel: string
  /** The issues of the wanted events, each as stored. */
  issues: readonly string[]
  /** Only runs after this one are read; the empty string is before all runs. */
  afterRun: string
  limit: number
}

/** A rejected event with its content, as JSON (see `RejectedContent`). */
export interface KeptRejection {
  id: number
  type: string
  funnel: string
  runId: string
  eventId: string
  receivedAt: number
  facts: string
  /** Null if the data key of the run's drafts was destroyed. */
  values: string | null
}

/** Reads rejected events that may be replayed. `EventLog.append` stores them and records their replay. */
export interface RejectionStore {
  /** Counts the rejected events of known funnels that name an unknown field. Returns at most `limit` groups. */
  groups(range: RejectionRange, limit: number): Promise<RejectionGroup[]>
  /** Returns a page of the events that are `kept`, ordered by run and by the time of their receipt. */
  kept(query: KeptQuery): Promise<KeptRejection[]>
  /** Returns the events of a run that are `kept`. They are at most `keptLimits.ofRun.events`. */
  ofRun(runId: string): Promise<KeptRejection[]>
}
