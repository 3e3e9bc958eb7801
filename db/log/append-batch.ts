import { berlinDay } from '#domain/time/berlin-time.ts'
import {
  type Decision,
  type DedupeWindow,
  type KnownState,
  contentExpiry,
  decideAppend,
} from '#domain/log/decide-append.ts'
import type { AppendRows } from '#db/ports/append-rows.ts'
import type { AppendResult, Rejection } from '#db/ports/event-log.ts'
import type { NewEventRow } from '#db/ports/new-event-row.ts'
import { type DailyCount, type Decided, countChanges } from './daily-counts.ts'
import { type GivenNumbers, type LastNumbers, giveNumbers } from './give-numbers.ts'
import { type KnownRejections, type RejectedRow, keepContents } from './keep-contents.ts'

/** Results of an append and the data that it writes. Both are the same for SQLite and PostgreSQL. */
export interface Batch {
  /** One result per event of the request, in the same order. */
  results: AppendResult[]
  stored: { row: NewEventRow; position: number }[]
  suppressed: { id: string; position: number; forgetAt: number }[]
  /** The stored events by fingerprint. Until `expiresAt`, other events with the same fingerprint are duplicates. */
  contents: Map<string, { position: number; expiresAt: number }>
  /** Visitor events and bytes of this batch by run id. They are added to what each run has used of its limits. */
  usage: Map<string, { events: number; bytes: number }>
  /** The last numbers of the ranges from which this batch took numbers. */
  numbers: GivenNumbers['last']
  rejected: RejectedRow[]
  /** The outcomes of replays. `position` is that of the stored event, or of the event that it repeats. */
  replayed: { rejection: number; state: 'replayed' | 'duplicate'; position: number }[]
  /** Changes of the daily counters, each name once per day. */
  counts: DailyCount[]
  /** Position of the last event after this batch. */
  head: number
}

/** State of the log on which an append depends. `numbers` is empty unless some rows have a numbering. */
export interface Known {
  state: KnownState
  numbers: LastNumbers
  rejections: KnownRejections
}

/**
 * Decides for each event of a request at `now` (ms since the epoch) whether it is stored, and returns what the engine
 * has to write.
 */
export function decideBatch(
  request: AppendRows,
  { state: known, numbers, rejections }: Known,
  now: number,
): Batch {
  const { rows, dedupeWindowMs: windowMs } = request
  const replayable = new Set(known.replayable)
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
  const tooLong = decided.filter(({ row, decision }) => decision.status === 'rejected' && !row.replay)
  const rejected = [...request.rejected, ...runsTooLong(tooLong.map(({ row }) => row))]
  const day = berlinDay(now)
  const kept = keepContents(rejected, rejections, { day, usage: known.usage })
  const replays = decided.filter(({ row }) => row.replay && replayable.delete(row.replay.rejection))
  // Events of the service are not received from clients, and replays were received before.
  const sent = decided.filter(({ row }) => row.fromVisitor && !row.replay)
  return {
    results: decided.map(({ row, decision }) => toAppended(row, decision, byPosition)),
    stored,
    suppressed,
    contents: contentsOf(stored, { now, windowMs }),
    usage: usageOf(stored),
    numbers: last,
    rejected: kept.rows,
    replayed: replays.flatMap(outcomeOfReplay),
    counts: countChanges({
      day,
      sent,
      tooLong: tooLong.length,
      refused: request.rejected,
      keptBytes: kept.bytes,
      replays,
    }),
    head: known.head + stored.length,
  }
}

function outcomeOfReplay({ row: { replay }, decision }: Decided): Batch['replayed'] {
  if (decision.status === 'rejected') return []
  const state = decision.status === 'stored' ? 'replayed' : 'duplicate'
  return [{ rejection: replay!.rejection, state, position: decision.position }]
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
 * Returns the stored events by fingerprint. Without a dedupe window, several events of a batch can have the same
 * fingerprint; the last one is then used.
 */
function contentsOf(stored: Batch['stored'], { now, windowMs }: DedupeWindow): Batch['contents'] {
  const contents: Batch['contents'] = new Map()
  for (const { row, position } of stored) {
    if (row.fingerprint === null) continue
    const expiresAt = contentExpiry({ now: row.replay?.receivedAt ?? now, windowMs })
    contents.set(row.fingerprint, { position, expiresAt })
  }
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
