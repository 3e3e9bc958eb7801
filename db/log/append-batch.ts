import { berlinDay } from '#domain/time/berlin-time.ts'
import { type Decision, type KnownState, contentExpiry, decideAppend } from '#domain/log/decide-append.ts'
import { type GivenNumbers, type LastNumbers, giveNumbers } from './give-numbers.ts'
import type { AppendRows, NewEventRow } from '#db/ports/append-rows.ts'
import type { AppendResult, Rejection } from '#db/ports/event-log.ts'

/** Results of an append and the data that it writes. Both are the same for SQLite and PostgreSQL. */
export interface Batch {
  /** One result per event of the request, in the same order. */
  results: AppendResult[]
  stored: { row: NewEventRow; position: number }[]
  suppressed: { id: string; position: number; forgetAt: number }[]
  /**
   * Positions of the stored events by fingerprint. Until `contentsExpireAt`, other events with these fingerprints are
   * duplicates.
   */
  contents: Map<string, number>
  contentsExpireAt: number
  /** Visitor events and bytes of this batch by run id. They are added to what each run has used of its limits. */
  usage: Map<string, { events: number; bytes: number }>
  /** The last numbers of the ranges from which this batch took numbers. */
  numbers: GivenNumbers['last']
  rejected: Rejection[]
  day: string
  counts: Record<string, number>
}

/** State of the log on which an append depends. `numbers` is empty unless some rows have a numbering. */
export interface Known {
  state: KnownState
  numbers: LastNumbers
}

/**
 * Decides for each event of a request at `now` (ms since the epoch) whether it is stored, and returns what the engine
 * has to write.
 */
export function decideBatch(request: AppendRows, { state: known, numbers }: Known, now: number): Batch {
  const { rows, dedupeWindowMs: windowMs } = request
  const decisions = decideAppend(rows, known, { now, windowMs })
  const decided = rows.map((row, index) => ({ row, decision: decisions[index]! }))
  const { stored, byPosition, last } = giveNumbers(
    decided.flatMap(({ row, decision }) =>
      decision.status === 'stored' ? [{ row, position: decision.position }] : [],
    ),
    numbers,
  )
  const suppressed = decided.flatMap(({ row: { id }, decision }) =>
    decision.status === 'duplicate' && decision.rememberUntil !== undefined
      ? [{ id, position: decision.position, forgetAt: decision.rememberUntil }]
      : [],
  )
  const tooLong = decided.filter(({ decision }) => decision.status === 'rejected').map(({ row }) => row)
  const rejected = [...request.rejected, ...runsTooLong(tooLong)]
  return {
    results: decided.map(({ row, decision }) => toAppended(row, decision, byPosition)),
    stored,
    suppressed,
    contents: contentsOf(stored),
    contentsExpireAt: contentExpiry({ now, windowMs }),
    usage: usageOf(stored),
    numbers: last,
    rejected,
    day: berlinDay(now),
    counts: {
      received: rows.length + request.rejected.length,
      stored: stored.length,
      duplicate: rows.length - stored.length - tooLong.length,
      rejected: request.rejected.length + tooLong.length,
      robot: stored.filter(({ row }) => row.bot).length,
    },
  }
}

function toAppended(
  { bytes }: NewEventRow,
  decision: Decision,
  numbers: ReadonlyMap<number, string>,
): AppendResult {
  if (decision.status === 'stored') {
    const number = numbers.get(decision.position)
    return { ...decision, bytes, ...(number !== undefined && { number }) }
  }
  if (decision.status === 'duplicate') return { status: 'duplicate', position: decision.position }
  return decision
}

/**
 * Returns the rejections of events that exceed the limits of their run. There is only one rejection per run and batch.
 * Otherwise a client that keeps sending would add a row for each event.
 */
function runsTooLong(rows: readonly NewEventRow[]): Rejection[] {
  const firstOfRun = new Map(rows.toReversed().map((row) => [row.runId, row]))
  return [...firstOfRun.values()].map(({ receivedAt, type, funnel }) => ({
    receivedAt,
    type,
    funnel,
    issues: [{ path: '', code: 'run-too-long' }],
  }))
}

/**
 * Returns the positions of stored events by fingerprint. Without a dedupe window, several events of a batch can have
 * the same fingerprint; the last position is then used.
 */
function contentsOf(stored: Batch['stored']): Map<string, number> {
  const contents = new Map<string, number>()
  for (const { row, position } of stored)
    if (row.fingerprint !== null) contents.set(row.fingerprint, position)
  return contents
}

function usageOf(stored: Batch['stored']): Batch['usage'] {
  const usage: Batch['usage'] = new Map()
  for (const { row } of stored) {
    if (!row.fromVisitor) continue
    const { events, bytes } = usage.get(row.runId) ?? { events: 0, bytes: 0 }
    usage.set(row.runId, { events: events + 1, bytes: bytes + row.bytes })
  }
  return usage
}
