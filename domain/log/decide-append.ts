import { fixedPeriods } from '#domain/retention/fixed-periods.ts'

// Decides about every event to append, by the first rule that applies:
// 0. a replayed event is rejected unless its rejection can still be replayed (see `Candidate.replay`);
// 1. an event is a duplicate if its id is stored, or if a duplicate had its id within the last `rememberSuppressedMs`;
// 2. an event is a duplicate if an event with its once key is stored (see `Candidate.once`);
// 3. an event is a duplicate if its content was stored within the dedupe window;
// 4. a visitor's event that exceeds the limits of its run is rejected, unless it is an order;
// 5. any other event is stored at the next position.
// The id of a duplicate according to rule 2 or 3 is remembered, so that rule 1 applies when the id is sent again.

/**
 * Limits of a run: number of visitor events, and bytes of their rows in log and vault. The service's events do not
 * count.
 */
export const runLimits = { events: 500, bytes: 1024 * 1024 }

/** Time in ms for which the id of a duplicate is remembered, so that a retry with this id is a duplicate too. */
export const rememberSuppressedMs = fixedPeriods.suppressedIds

/** An event to append, reduced to what the decision needs. */
export interface Candidate {
  id: string
  runId: string
  type: string
  /** Key under which at most one event is ever stored. Clients cannot set it. */
  once: string | null
  /**
   * Keyed hash of the event's content (see event-content.ts). Null if events with the same content are not duplicates.
   */
  fingerprint: string | null
  /** Size in bytes of the event's rows in log and vault. */
  bytes: number
  /** True if the event was sent by a client, false if the service wrote it. */
  fromVisitor: boolean
  /** Set if the event was rejected before and is now replayed; null for all other events. */
  replay: Replay | null
}

/** The stored rejection that an event replays. */
export interface Replay {
  rejection: number
  /** Time at which the event was received and rejected, in ms since the epoch. Repeats are recognised by this time. */
  receivedAt: number
}

/**
 * Where an event with a certain content is stored, and until when the same content is a duplicate. `expiresAt` is the
 * end of the dedupe window, in ms since the epoch.
 */
export interface KnownContent {
  position: number
  expiresAt: number
}

export interface RunUsage {
  events: number
  bytes: number
}

/**
 * The stored data on which the decisions about the candidates depend. `decideAppend` adds the events that are to be
 * stored, and the new ids of duplicates.
 */
export interface KnownState {
  /** Position of the last event in the log; 0 if the log is empty. */
  head: number
  /** Positions of stored events, by event id. */
  ids: Map<string, number>
  /** Ids of duplicates that were not stored, each with the position of the event that it repeats. */
  suppressed: Map<string, { position: number; forgetAt: number }>
  onceKeys: Map<string, number>
  contents: Map<string, KnownContent>
  /** What the runs have used of their limits, by run id. A run without an entry has not used anything. */
  usage: Map<string, RunUsage>
  /** Ids of the rejections of this batch that can be replayed: their values are stored and have not been replayed. */
  replayable: Set<number>
}

export function emptyKnownState(): KnownState {
  return {
    head: 0,
    ids: new Map(),
    suppressed: new Map(),
    onceKeys: new Map(),
    contents: new Map(),
    usage: new Map(),
    replayable: new Set(),
  }
}

/**
 * The decision about one candidate. For a duplicate, `position` is the position of the event that it repeats.
 * `rememberUntil` is set if the id of the duplicate is new: the id must then be remembered until this time.
 */
export type Decision =
  | { status: 'stored'; position: number }
  | { status: 'duplicate'; position: number; rememberUntil?: number }
  | { status: 'rejected'; code: 'run-too-long' | 'not-replayable' }

/**
 * Dedupe window of an append. For `windowMs` after an event was stored, events with the same content are duplicates.
 * `now` is the time of the append in ms since the epoch.
 */
export interface DedupeWindow {
  now: number
  windowMs: number
}

/**
 * Decides for each candidate, in order, whether it is stored, a duplicate or over the limits of its run. Each decision
 * depends on the previous ones. Changes `known` and has no other effect.
 */
export function decideAppend(
  candidates: readonly Candidate[],
  known: KnownState,
  window: DedupeWindow,
): Decision[] {
  let head = known.head
  return candidates.map((candidate) => {
    if (candidate.replay && !known.replayable.has(candidate.replay.rejection))
      return { status: 'rejected', code: 'not-replayable' }
    const repeated = findId(candidate.id, known, window)
    if (repeated !== undefined) return { status: 'duplicate', position: repeated }
    const same = findSame(candidate, known, windowOf(candidate, window))
    if (same !== undefined) {
      known.ids.set(candidate.id, same)
      return { status: 'duplicate', position: same, rememberUntil: window.now + rememberSuppressedMs }
    }
    if (!fitsRun(candidate, known)) return { status: 'rejected', code: 'run-too-long' }
    head += 1
    claim(candidate, head, known, windowOf(candidate, window))
    return { status: 'stored', position: head }
  })
}

/** A replayed event repeats what was received about when it was first received itself, not when it is replayed. */
function windowOf({ replay }: Candidate, window: DedupeWindow): DedupeWindow {
  return replay ? { ...window, now: replay.receivedAt } : window
}

/**
 * Decides about a visitor's event that breaks a rule and is therefore never appended. A `complete` of a run that
 * already has an `order` is a duplicate: it may be a retry after a lost response, and the rules may have changed since,
 * for example at midnight. The page must not show that the order was rejected.
 */
export function decideInvalid(
  order: { position: number } | undefined,
): { status: 'duplicate'; position: number } | { status: 'rejected' } {
  return order ? { status: 'duplicate', position: order.position } : { status: 'rejected' }
}

/** Returns the `expiresAt` of content stored by this append. Events with the same content are duplicates until then. */
export function contentExpiry({ now, windowMs }: DedupeWindow): number {
  return now + windowMs
}

/**
 * Returns whether stored content with this expiry makes an event with the same content a duplicate. The content may
 * have been stored by a process whose clock is ahead by less than the window.
 */
export function isSuppressed(expiresAt: number, { now, windowMs }: DedupeWindow): boolean {
  return Math.abs(now + windowMs - expiresAt) < windowMs
}

/**
 * Returns the upper limit for the expiry of stored content. An expiry at or above the limit is too far ahead of this
 * process's clock. Such content does not make events duplicates (see `isSuppressed`). If the window is 0, as for
 * service events, there is no limit.
 */
export function futureExpiryLimit({ now, windowMs }: DedupeWindow): number {
  return windowMs > 0 ? now + 2 * windowMs : Number.MAX_SAFE_INTEGER
}

function findId(id: string, { ids, suppressed }: KnownState, { now }: DedupeWindow): number | undefined {
  const repeat = suppressed.get(id)
  return ids.get(id) ?? (repeat && repeat.forgetAt > now ? repeat.position : undefined)
}

function findSame({ once, fingerprint }: Candidate, known: KnownState, window: DedupeWindow) {
  const taken = once === null ? undefined : known.onceKeys.get(once)
  if (taken !== undefined) return taken
  const content = fingerprint === null ? undefined : known.contents.get(fingerprint)
  return content && isSuppressed(content.expiresAt, window) ? content.position : undefined
}

/**
 * Returns whether the event is within the limits of its run. Returns true for every order, because an order must not be
 * lost. A run has at most one order: the once key makes a second order a duplicate.
 */
function fitsRun({ runId, type, bytes, fromVisitor }: Candidate, { usage }: KnownState): boolean {
  if (!fromVisitor || type === 'complete') return true
  const used = usage.get(runId) ?? { events: 0, bytes: 0 }
  return used.events < runLimits.events && used.bytes + bytes <= runLimits.bytes
}

function claim(candidate: Candidate, position: number, known: KnownState, window: DedupeWindow): void {
  const { id, runId, once, fingerprint, bytes, fromVisitor, replay } = candidate
  known.ids.set(id, position)
  if (replay) known.replayable.delete(replay.rejection)
  if (once !== null) known.onceKeys.set(once, position)
  if (fingerprint !== null) known.contents.set(fingerprint, { position, expiresAt: contentExpiry(window) })
  if (!fromVisitor) return
  const used = known.usage.get(runId) ?? { events: 0, bytes: 0 }
  known.usage.set(runId, { events: used.events + 1, bytes: used.bytes + bytes })
}
