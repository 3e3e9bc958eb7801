import type Database from 'better-sqlite3'
import { type RunKind, type RunSegment, segmentPart } from '#domain/runs/dimensions.ts'
import { familyOf } from '#domain/runs/measure-families.ts'
import type { ReportKey } from '#domain/reports/keys/report-keys.ts'
import type { OrderRow } from '#db/ports/projection-store.ts'
import { measuresText } from '#db/reads/reports/measure-counts.ts'
import { keepArchivedState } from '#db/reads/log/read-archive.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { type Numbers, internNames } from './intern.ts'
import { addDropOff, addAttribution, countDays } from './roll-ups.ts'
import { changeHolds } from '#db/sqlite/outbox/change-holds.ts'
import { enqueueMessages } from '#db/sqlite/outbox/enqueue.ts'
import type { ProjectionCommitRows, RunRowText } from './projection-rows.ts'

interface Generation {
  state: 'live' | 'building' | 'removed'
  checkpoint: number
  format: number
  revision: number
}

/**
 * Implements `ProjectionStore.commit` in one transaction. Uses prepared statements for speed, because a rebuild commits
 * the rows of all runs.
 */
export function createCommitProjection({ sqlite }: Connection) {
  const findGeneration = sqlite.prepare<[number], Generation>(
    'SELECT state, checkpoint, format, revision FROM generations WHERE generation = ?',
  )
  const liveCheckpoint = sqlite
    .prepare<[], number>("SELECT checkpoint FROM generations WHERE state = 'live'")
    .pluck()
  const moveCheckpoint = sqlite.prepare<[number, number, number]>(
    'UPDATE generations SET checkpoint = ?, format = ? WHERE generation = ?',
  )
  const numbersOf = internNames(sqlite)
  const write = prepareWriteRows(sqlite)
  const dropOff = addDropOff(sqlite)
  const days = countDays(sqlite)
  const attribution = addAttribution(sqlite)
  const addKey = sqlite.prepare<[ReportKey & { generation: number }]>(
    'INSERT INTO report_keys (generation, day, key, dimension) VALUES (@generation, @day, @key, @dimension)',
  )
  const enqueue = enqueueMessages(sqlite)
  const hold = changeHolds(sqlite)

  const commit = sqlite.transaction((batch: ProjectionCommitRows): 'committed' | 'conflict' => {
    const { generation, format, from, to, revision } = batch
    const found = findGeneration.get(generation)
    if (!found || found.state === 'removed') return 'conflict'
    if (found.checkpoint !== from || found.revision !== revision || found.format > format) return 'conflict'
    if (found.state === 'building' && to > (liveCheckpoint.get() as number)) {
      throw new Error(
        `generation ${generation} would move to ${to}, past the live checkpoint ${liveCheckpoint.get()}: ` +
          'after the switch no process would enqueue the messages in between',
      )
    }
    const numbers = numbersOf()
    write(batch, numbers)
    dropOff(generation, batch.counted, numbers)
    days(generation, batch.days, to)
    attribution(generation, batch.attribution)
    for (const key of batch.keys) addKey.run({ ...key, generation })
    enqueue(batch.messages)
    if (found.state === 'live') hold(batch.holds)
    moveCheckpoint.run(to, format, generation)
    return 'committed'
  })
  return (batch: ProjectionCommitRows) => commit.immediate(batch)
}

/** Returns a function that writes the rows of runs and orders. It must be called within a transaction. */
export function prepareWriteRows(sqlite: Database.Database) {
  const upsertRun = prepareUpsertRun(sqlite)
  const upsertOrder = prepareUpsertOrder(sqlite)
  return (
    { generation, counted, orders }: Pick<ProjectionCommitRows, 'generation' | 'counted' | 'orders'>,
    numbers: Numbers,
  ): void => {
    const { names, runs } = counted
    const numbersOf = prepareRunSegments(numbers)
    const ofNames = names.map(numbers.measure)
    const isOutcome = names.map((name) => familyOf(name) === 'outcome')
    const textOf = (indexes: readonly number[]) => measuresText(indexes.map((index) => ofNames[index]!))
    for (const { segment, measures, ...run } of runs) {
      const outcome = textOf(measures.filter((index) => isOutcome[index]))
      upsertRun.run({ ...run, ...numbersOf(segment), generation, measures: textOf(measures), outcome })
    }
    for (const order of orders) upsertOrder.run({ ...order, generation })
  }
}

type RunSegments = Record<'segment' | Exclude<RunKind, 'campaign'>, number>

/** Returns a function that returns the numbers of a run's segments. Many runs of a batch have the same. */
function prepareRunSegments(numbers: Numbers): (segment: RunSegment) => RunSegments {
  const known = new Map<string, RunSegments>()
  return (segment) => {
    const key = JSON.stringify(segment)
    const found = known.get(key)
    if (found) return found
    const numberOf = (kind: RunKind) => numbers.segment(segmentPart(segment, kind))
    const ofRun = {
      segment: numberOf('campaign'),
      visitor: numberOf('visitor'),
      os: numberOf('os'),
      entry: numberOf('entry'),
      hour: numberOf('hour'),
      channel: numberOf('channel'),
    }
    known.set(key, ofRun)
    return ofRun
  }
}

function prepareUpsertRun(sqlite: Database.Database) {
  return sqlite.prepare<
    [RunRowText & RunSegments & { generation: number; measures: string; outcome: string }]
  >(
    `INSERT INTO runs (generation, run_id, funnel, version, day, status, silent_since, last_position, state,
       started_at, segment, visitor_segment, os_segment, entry_segment, hour_segment, channel_segment,
       measures, outcome)
     VALUES (@generation, @runId, @funnel, @version, @day, @status, @silentSince, @lastPosition, @state,
       @startedAt, @segment, @visitor, @os, @entry, @hour, @channel, @measures, @outcome)
     ON CONFLICT (generation, run_id) DO UPDATE SET funnel = excluded.funnel, version = excluded.version,
       day = excluded.day, status = excluded.status, silent_since = excluded.silent_since,
       last_position = excluded.last_position, state = excluded.state,
       started_at = excluded.started_at, segment = excluded.segment,
       visitor_segment = excluded.visitor_segment, os_segment = excluded.os_segment,
       entry_segment = excluded.entry_segment, hour_segment = excluded.hour_segment,
       channel_segment = excluded.channel_segment, measures = excluded.measures,
       outcome = excluded.outcome, ${keepArchivedState}`,
  )
}

function prepareUpsertOrder(sqlite: Database.Database) {
  return sqlite.prepare<[OrderRow & { generation: number }]>(
    `INSERT INTO orders (generation, order_id, number, run_id, funnel, at, day, position, price_cents, status, source,
       work, visitor, net_cents, payment, last_position, paid_at, start_funnel, start_day)
     VALUES (@generation, @orderId, @number, @runId, @funnel, @at, @day, @position, @priceCents, @status, @source,
       @work, @visitor, @netCents, @payment, @lastPosition, @paidAt, @startFunnel, @startDay)
     ON CONFLICT (generation, order_id) DO UPDATE SET number = excluded.number, run_id = excluded.run_id,
       funnel = excluded.funnel, at = excluded.at, day = excluded.day, position = excluded.position,
       price_cents = excluded.price_cents, status = excluded.status, source = excluded.source,
       work = excluded.work, visitor = excluded.visitor, net_cents = excluded.net_cents,
       payment = excluded.payment, last_position = excluded.last_position, paid_at = excluded.paid_at,
       start_funnel = excluded.start_funnel, start_day = excluded.start_day`,
  )
}
