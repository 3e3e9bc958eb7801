import { weekMs } from '#domain/time/durations.ts'

// Decides about every event to append, by the first rule that applies:
// 1. an id that is stored or was suppressed within `rememberSuppressedMs` is a duplicate;
// 2. an event whose once key is already stored is a duplicate;
// 3. an event whose content was stored within the dedupe window is a duplicate, and its id is remembered;
// 4. a visitor's event that exceeds the limits of its run is rejected, unless it is an order;
// 5. any other event is stored at the next position.

/** Limits of a run: number of visitor events, and bytes of their rows in log and vault. Service events do not count. */
export const runLimits = { events: 500, bytes: 1024 * 1024 }

/**
 * Time in ms for which the id of a suppressed duplicate is remembered, so that a retry with this id is a duplicate too.
 */
export const rememberSuppressedMs = weekMs

/** An event to append, reduced to what the decision needs. */
export interface Candidate {
  id: string
  runId: string
  type: string
  /** At most one event is ever stored under this key. Clients cannot set it. */
  once: string | null
  /** Keyed hash of the content (see event-content.ts). Null if duplicate content is not suppressed. */
  fingerprint: string | null
  /** Size in bytes of the rows in log and vault. */
  bytes: number
  /** True if the event was sent by a client, false if the service wrote it. */
  fromVisitor: boolean
}

/**
 * The stored event with a certain content. `expiresAt` is the time at which its dedupe window ends, in ms since the
 * epoch.
 */
export interface KnownContent {
  position: number
  expiresAt: number
}

export interface RunUsage {
  events: number
  bytes: number
}

/** The part of the log that concerns the candidates. `decideAppend` adds the events that it accepts. */
export interface KnownState {
  /** Last position of the log; 0 if it is empty. */
  head: number
  /** Positions of stored events, by event id. */
  ids: Map<string, number>
  /** Ids of suppressed duplicates, each with the position of the event that it repeats. */
  suppressed: Map<string, { position: number; forgetAt: number }>
  onceKeys: Map<string, number>
  contents: Map<string, KnownContent>
  /** Usage of the limits by run id. A run without an entry has not used anything. */
  usage: Map<string, RunUsage>
}

export function emptyKnownState(): KnownState {
  return {
    head: 0,
    ids: new Map(),
    suppressed: new Map(),
    onceKeys: new Map(),
    contents: new Map(),
    usage: new Map(),
  }
}

/**
 * The decision about one candidate. For a duplicate, `position` is the position of the event that it repeats. If the id
 * of the duplicate is new, it must be remembered until `rememberUntil`.
 */
export type Decision =
  | { status: 'stored'; position: number }
  | { status: 'duplicate'; position: number; rememberUntil?: number }
  | { status: 'rejected'; code: 'run-too-long' }

/** Time of the append, in ms since the epoch, and the number of ms for which the same content is then suppressed. */
export interface DedupeWindow {
  now: number
  windowMs: number
}

/**
 * Decides for each candidate, in order, whether it is stored, a duplicate or over the limits of its run. Each decision
 * depends on the previous ones. Updates `known` and is otherwise pure.
 */
export function decideAppend(
  candidates: readonly Candidate[],
  known: KnownState,
  window: DedupeWindow,
): Decision[] {
  let head = known.head
  return candidates.map((candidate) => {
    const repeated = findId(candidate.id, known, window)
    if (repeated !== undefined) return { status: 'duplicate', position: repeated }
    const same = findSame(candidate, known, window)
    if (same !== undefined) {
      known.ids.set(candidate.id, same)
      return { status: 'duplicate', position: same, rememberUntil: window.now + rememberSuppressedMs }
    }
    if (!fitsRun(candidate, known)) return { status: 'rejected', code: 'run-too-long' }
    head += 1
    claim(candidate, head, known, window)
    return { status: 'stored', position: head }
  })
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

/** Returns the time until which content stored by this append is suppressed. */
export function contentExpiry({ now, windowMs }: DedupeWindow): number {
  return now + windowMs
}

/**
 * Returns whether content with this expiry is still suppressed. This includes content stored by a process whose clock
 * is ahead by less than the window.
 */
export function isSuppressed(expiresAt: number, { now, windowMs }: DedupeWindow): boolean {
  return Math.abs(now + windowMs - expiresAt) < windowMs
}

/**
 * Returns the lowest expiry that is too far ahead of this clock; content with such an expiry is not suppressed (see
 * `isSuppressed`). If the window is 0, as for service events, there is no such limit.
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
 * Returns whether the event is within the limits of its run. An order is always accepted here. A run has at most one
 * order, because the once key makes a second order a duplicate.
 */
function fitsRun({ runId, type, bytes, fromVisitor }: Candidate, { usage }: KnownState): boolean {
  if (!fromVisitor || type === 'complete') return true
  const used = usage.get(runId) ?? { events: 0, bytes: 0 }
  return used.events < runLimits.events && used.bytes + bytes <= runLimits.bytes
}

function claim(candidate: Candidate, position: number, known: KnownState, window: DedupeWindow): void {
  const { id, runId, once, fingerprint, bytes, fromVisitor } = candidate
  known.ids.set(id, position)
  if (once !== null) known.onceKeys.set(once, position)
  if (fingerprint !== null) known.contents.set(fingerprint, { position, expiresAt: contentExpiry(window) })
  if (!fromVisitor) return
  const used = known.usage.get(runId) ?? { events: 0, bytes: 0 }
  known.usage.set(runId, { events: used.events + 1, bytes: used.bytes + bytes })
}
