import { listCounts, measureNumbers } from '../measure-counts.ts'
import type {
  CountedRun,
  NewestDayQuery,
  OrderRow,
  ProjectionStore,
  RunRow,
  TouchedQuery,
} from '../projection-store.ts'
import { readNewestDay, readTouchedRuns } from '../read-touched.ts'
import { answerReading } from './answer-reading.ts'
import type { Connection } from './connection.ts'
import { and, asc, eq, getTableColumns, lt, ne, or, sql } from './drizzle.ts'
import { attribution, dropOff, generations, measures, orders, runs, segments } from './schema.ts'

type Tx = Parameters<Parameters<Connection['orm']['transaction']>[0]>[0]

const { generation: _run, segment: _runSegment, measures: runMeasures, ...runColumns } = getTableColumns(runs)
const { generation: _order, ...orderColumns } = getTableColumns(orders)
const { generation: _dropOff, segment: _segment, ...dropOffColumns } = getTableColumns(dropOff)
const { generation: _attribution, ...attributionColumns } = getTableColumns(attribution)
const { segment: _number, ...segmentColumns } = getTableColumns(segments)

const liveGeneration = sql`(SELECT generation FROM generations WHERE state = 'live')`

export function createProjectionReads({ orm, pool }: Connection) {
  return {
    live: async (): Promise<{ generation: number; checkpoint: number; format: number }> => {
      const [live] = await orm
        .select({
          generation: generations.generation,
          checkpoint: generations.checkpoint,
          format: generations.format,
        })
        .from(generations)
        .where(eq(generations.state, 'live'))
      if (!live) throw new Error('the database has no live generation of projections')
      return live
    },
    runs: async (generation: number, runIds: string[]): Promise<RunRow[]> =>
      orm
        .select(runColumns)
        .from(runs)
        .where(and(eq(runs.generation, generation), sql`${runs.runId} = ANY (${sql.param(runIds)}::text[])`)),
    orders: async (generation: number, orderIds: string[]): Promise<OrderRow[]> =>
      orm
        .select(orderColumns)
        .from(orders)
        .where(
          and(
            eq(orders.generation, generation),
            sql`${orders.orderId} = ANY (${sql.param(orderIds)}::text[])`,
          ),
        ),
    silentRuns: async (before: number, limit: number): Promise<RunRow[]> =>
      orm
        .select(runColumns)
        .from(runs)
        .where(and(eq(runs.generation, liveGeneration), lt(runs.silentSince, before)))
        .orderBy(asc(runs.silentSince), asc(runs.runId))
        .limit(limit),
    touchedRuns: (query: TouchedQuery) => answerReading(pool, readTouchedRuns(query)),
    newestDay: (query: NewestDayQuery) => answerReading(pool, readNewestDay(query)),
  }
}

/** Rows that went up and down to nothing are left out: whether they were ever written depends on the batches. */
export function createDump({ orm }: Connection) {
  const something = or(ne(attribution.runs, 0), ne(attribution.orders, 0), ne(attribution.revenueCents, 0))
  return {
    dump: (generation: number): ReturnType<ProjectionStore['dump']> =>
      orm.transaction(
        async (tx) => ({
          runs: await dumpRuns(tx, generation),
          orders: await tx
            .select(orderColumns)
            .from(orders)
            .where(eq(orders.generation, generation))
            .orderBy(orders.orderId),
          dropOff: listCounts(
            await tx
              .select({ ...dropOffColumns, segment: segmentColumns })
              .from(dropOff)
              .leftJoin(segments, eq(segments.segment, dropOff.segment))
              .where(eq(dropOff.generation, generation)),
            await tx.select().from(measures),
          ),
          attribution: await tx
            .select(attributionColumns)
            .from(attribution)
            .where(and(eq(attribution.generation, generation), something))
            .orderBy(
              attribution.model,
              attribution.dimension,
              attribution.day,
              attribution.funnel,
              attribution.key,
            ),
        }),
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
  }
}

async function dumpRuns(tx: Tx, generation: number): Promise<CountedRun[]> {
  const names = new Map((await tx.select().from(measures)).map(({ measure, name }) => [measure, name]))
  const rows = await tx
    .select({ ...runColumns, segment: segmentColumns, measures: runMeasures })
    .from(runs)
    .innerJoin(segments, eq(segments.segment, runs.segment))
    .where(eq(runs.generation, generation))
    .orderBy(runs.runId)
  return rows.map((run) => ({
    ...run,
    measures: measureNumbers(run.measures).map((number) => names.get(number)!),
  }))
}
