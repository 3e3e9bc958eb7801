import { and, asc, eq, getTableColumns, lt, ne, or, sql } from './drizzle.ts'
import { listCounts, measureNumbers } from '../measure-counts.ts'
import type { NewestDayQuery, OrderRow, TouchedQuery, TouchedRuns } from '../projection-store.ts'
import { readNewestDay, readTouchedRuns } from '../read-touched.ts'
import { answerReading } from './answer-reading.ts'
import type { Connection } from './connection.ts'
import type { CountedRunText, RunRowText } from './projection-rows.ts'
import { attribution, dropOff, generations, measures, orders, runs, segments } from './schema.ts'

type Tx = Parameters<Parameters<Connection['orm']['transaction']>[0]>[0]

const {
  generation: _run,
  segment: _runSegment,
  measures: runMeasures,
  ...runColumns
} = {
  ...getTableColumns(runs),
  // As text: the main thread parses it.
  state: sql<string>`${runs.state}`,
}
const { generation: _order, ...orderColumns } = getTableColumns(orders)
const { generation: _dropOff, segment: _segment, ...dropOffColumns } = getTableColumns(dropOff)
const { generation: _attribution, ...attributionColumns } = getTableColumns(attribution)
const { segment: _number, ...segmentColumns } = getTableColumns(segments)

const liveGeneration = sql`(SELECT generation FROM generations WHERE state = 'live')`

/** With the states as text, which crosses to the main thread cheaper. */
export type TouchedRunsText = Omit<TouchedRuns, 'runs'> & {
  runs: (Omit<TouchedRuns['runs'][number], 'row'> & { row: RunRowText })[]
}

export function createProjectionReads(connection: Connection) {
  const { sqlite, orm } = connection
  const live = orm
    .select({
      generation: generations.generation,
      checkpoint: generations.checkpoint,
      format: generations.format,
    })
    .from(generations)
    .where(eq(generations.state, 'live'))
    .prepare()
  const runsById = sqlite.prepare<[number, string], RunRowText>(
    `SELECT run_id AS runId, funnel, version, started_at AS startedAt, day, status, silent_since AS silentSince,
       last_position AS lastPosition, state
     FROM runs WHERE generation = ? AND run_id IN (SELECT value FROM json_each(?))`,
  )

  return {
    liveGeneration: () => live.get() as { generation: number; checkpoint: number; format: number },
    runs: (generation: number, runIds: string[]): RunRowText[] =>
      runsById.all(generation, JSON.stringify(runIds)),
    orders: (generation: number, orderIds: string[]): OrderRow[] =>
      orm
        .select(orderColumns)
        .from(orders)
        .where(
          and(
            eq(orders.generation, generation),
            sql`${orders.orderId} IN (SELECT value FROM json_each(${JSON.stringify(orderIds)}))`,
          ),
        )
        .all(),
    silentRuns: (before: number, limit: number): RunRowText[] =>
      orm
        .select(runColumns)
        .from(runs)
        .where(and(eq(runs.generation, liveGeneration), lt(runs.silentSince, before)))
        .orderBy(asc(runs.silentSince), asc(runs.runId))
        .limit(limit)
        .all(),
    touchedRuns: (query: TouchedQuery) =>
      answerReading(connection, readTouchedRuns(query)) as unknown as TouchedRunsText,
    newestDay: (query: NewestDayQuery) => answerReading(connection, readNewestDay(query)),
  }
}

/** Rows that went up and down to nothing are left out: whether they were ever written depends on the batches. */
export function createDump({ orm }: Connection) {
  const something = or(ne(attribution.runs, 0), ne(attribution.orders, 0), ne(attribution.revenueCents, 0))
  return {
    dump: (generation: number) =>
      orm.transaction((tx) => ({
        runs: dumpRuns(tx, generation),
        orders: tx
          .select(orderColumns)
          .from(orders)
          .where(eq(orders.generation, generation))
          .orderBy(orders.orderId)
          .all(),
        dropOff: dumpDropOff(tx, generation),
        attribution: tx
          .select(attributionColumns)
          .from(attribution)
          .where(and(eq(attribution.generation, generation), something))
          .orderBy(
            attribution.model,
            attribution.dimension,
            attribution.day,
            attribution.funnel,
            attribution.key,
          )
          .all(),
      })),
  }
}

function dumpRuns(tx: Tx, generation: number): CountedRunText[] {
  const names = new Map(
    tx
      .select()
      .from(measures)
      .all()
      .map(({ measure, name }) => [measure, name]),
  )
  return tx
    .select({ ...runColumns, segment: segmentColumns, measures: runMeasures })
    .from(runs)
    .innerJoin(segments, eq(segments.segment, runs.segment))
    .where(eq(runs.generation, generation))
    .orderBy(runs.runId)
    .all()
    .map((run) => ({ ...run, measures: measureNumbers(run.measures).map((number) => names.get(number)!) }))
}

function dumpDropOff(tx: Tx, generation: number) {
  const rows = tx
    .select({ ...dropOffColumns, segment: segmentColumns })
    .from(dropOff)
    .leftJoin(segments, eq(segments.segment, dropOff.segment))
    .where(eq(dropOff.generation, generation))
    .all()
  return listCounts(rows, tx.select().from(measures).all())
}
