import type {
  AttributionDelta,
  CountedRun,
  DropOffCount,
  OrderRow,
  RunRow,
} from '#db/ports/projection-store.ts'
import { listCounts, measureNumbers } from '#db/reads/reports/measure-counts.ts'
import {
  type RunSegment,
  type RunKind,
  type SegmentPart,
  storedDimensions,
  weekdayOf,
} from '#domain/runs/dimensions.ts'
import { segmentColumns } from '#db/reads/reports/segment-sql.ts'
import { type QueryPlan, rowsOf, sql } from './query-plan.ts'
import { orderColumns } from '#db/reads/reports/read-orders.ts'
import { runColumns } from '#db/reads/reports/read-runs.ts'

export interface Dump {
  /** `state` is as the engine's driver returns it: JSON text from SQLite, a parsed object from PostgreSQL. */
  runs: CountedRun[]
  orders: OrderRow[]
  dropOff: DropOffCount[]
  attribution: AttributionDelta[]
}

interface MeasureName {
  measure: number
  name: string
}

/**
 * Implements `ProjectionStore.dump`. Leaves out sums that are zero. Such a sum may or may not have a row, depending on
 * how the log was divided into batches.
 */
export function* dumpProjections(generation: number): QueryPlan<Dump> {
  const measures = yield* rowsOf<MeasureName>(sql`SELECT measure, name FROM measures`)
  return {
    runs: yield* dumpRuns(generation, measures),
    orders: yield* rowsOf<OrderRow>(
      sql`SELECT ${orderColumns} FROM orders WHERE generation = ${generation} ORDER BY order_id`,
    ),
    dropOff: yield* dumpDropOff(generation, measures),
    attribution: yield* rowsOf<AttributionDelta>(
      sql`SELECT model, dimension, day, funnel, key, runs, orders, revenue_cents AS "revenueCents",
          net_revenue_cents AS "netRevenueCents"
        FROM attribution
        WHERE generation = ${generation} AND (runs <> 0 OR orders <> 0 OR revenue_cents <> 0)
        ORDER BY model, dimension, day, funnel, key`,
    ),
  }
}

function* dumpRuns(generation: number, measures: readonly MeasureName[]): QueryPlan<CountedRun[]> {
  const names = new Map(measures.map(({ measure, name }) => [measure, name]))
  const segments = yield* readSegments()
  const rows = yield* rowsOf<RunRow & { measures: string } & Record<RunKind, number>>(
    sql`SELECT ${runColumns}, segment AS campaign, visitor_segment AS visitor, os_segment AS os,
        entry_segment AS entry, hour_segment AS hour, channel_segment AS channel, measures
      FROM runs WHERE generation = ${generation} ORDER BY run_id`,
  )
  return rows.map(({ campaign, visitor, os, entry, hour, channel, ...run }) => ({
    ...run,
    segment: segmentOf(
      run.day,
      [campaign, visitor, os, entry, hour, channel].map((number) => segments.get(number)!),
    ),
    measures: measureNumbers(run.measures).map((number) => names.get(number)!),
  }))
}

function* dumpDropOff(generation: number, measures: readonly MeasureName[]): QueryPlan<DropOffCount[]> {
  const segments = yield* readSegments()
  const rows = yield* rowsOf<Omit<DropOffCount, 'segment'> & { segment: number; counts: string }>(
    sql`SELECT funnel, day, version, counts, segment FROM drop_off WHERE generation = ${generation}`,
  )
  // The rows with the total of all segments refer to no row in the table of segments. Their segment becomes null.
  const named = rows.map((row) => ({ ...row, segment: segments.get(row.segment) ?? null }))
  return listCounts(named, measures)
}

/** Combines the segments of a run of all kinds. */
function segmentOf(day: string, parts: readonly SegmentPart[]): RunSegment {
  const values = storedDimensions.map((name) => [name, parts.map((part) => part[name]).find(Boolean)])
  return { ...(Object.fromEntries(values) as RunSegment), weekday: weekdayOf(day) }
}

function* readSegments(): QueryPlan<Map<number, SegmentPart>> {
  const rows = yield* rowsOf<SegmentPart & { segment: number }>(
    sql`SELECT segment, kind, ${sql.join(Object.values(segmentColumns), sql`, `)} FROM segments`,
  )
  return new Map(rows.map(({ segment, ...values }) => [segment, values]))
}
