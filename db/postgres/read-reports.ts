import { berlinDay } from '#domain/berlin-time.ts'
import { readAttribution, readAttributionModels } from '../read-attribution.ts'
import { readCounts } from '../read-counts.ts'
import { readLive } from '../read-live.ts'
import { readRuns } from '../read-runs.ts'
import type { ReportStore } from '../report-store.ts'
import { answerReading } from './answer-reading.ts'
import type { Connection } from './connection.ts'
import { and, between, desc, eq, getTableColumns, lte, sql } from './drizzle.ts'
import { generations, orders } from './schema.ts'

type Query<Report extends keyof ReportStore> = Parameters<ReportStore[Report]>[0]
type Tx = Parameters<Parameters<Connection['orm']['transaction']>[0]>[0]

const { generation: _, ...orderColumns } = getTableColumns(orders)

/** Each report and its `asOfPosition` are read from one snapshot. */
export function createReportReads({ orm, pool }: Connection): ReportStore {
  const snapshot = <Result>(read: (tx: Tx) => Promise<Result>) =>
    orm.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })

  return {
    counts: (query: Query<'counts'>) => answerReading(pool, readCounts(query)),
    runsOf: (query: Query<'runsOf'>) => answerReading(pool, readRuns(query)),
    live: (query: Query<'live'>) => answerReading(pool, readLive(query)),
    attribution: (query: Query<'attribution'>) => answerReading(pool, readAttribution(query)),
    attributionModels: (query: Query<'attributionModels'>) =>
      answerReading(pool, readAttributionModels(query)),

    orders: (query: Query<'orders'>) =>
      snapshot(async (tx) => {
        const { generation, asOfPosition } = await live(tx)
        const { before, funnel, upTo } = query
        // The index is by day, so a later page must not walk through the days it has left behind.
        const lastDay = before ? minDay(query.to, berlinDay(before.at)) : query.to
        const rows = await tx
          .select(orderColumns)
          .from(orders)
          .where(
            and(
              eq(orders.generation, generation),
              between(orders.day, query.from, lastDay),
              funnel === undefined ? undefined : eq(orders.funnel, funnel),
              before && sql`(${orders.at}, ${orders.position}) < (${before.at}, ${before.position})`,
              upTo === undefined ? undefined : lte(orders.position, upTo),
            ),
          )
          .orderBy(desc(orders.day), desc(orders.at), desc(orders.position))
          .limit(query.limit)
        return { asOfPosition, rows }
      }),
  }
}

async function live(tx: Tx): Promise<{ generation: number; asOfPosition: number }> {
  const [found] = await tx.select().from(generations).where(eq(generations.state, 'live'))
  if (!found) throw new Error('the database has no live generation of projections')
  return { generation: found.generation, asOfPosition: found.checkpoint }
}

function minDay(a: string, b: string): string {
  return a < b ? a : b
}
