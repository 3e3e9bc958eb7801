import { and, between, desc, eq, getTableColumns, lte, sql } from './drizzle.ts'
import { berlinDay } from '#domain/berlin-time.ts'
import { readAttribution, readAttributionModels } from '../read-attribution.ts'
import { readCounts } from '../read-counts.ts'
import { readLive } from '../read-live.ts'
import { readRuns } from '../read-runs.ts'
import type { ReportStore, RunsPage } from '../report-store.ts'
import { answerReading } from './answer-reading.ts'
import type { Connection } from './connection.ts'
import type { RunRowText } from './projection-rows.ts'
import { generations, orders } from './schema.ts'

type Query<Report extends keyof ReportStore> = Parameters<ReportStore[Report]>[0]
type Tx = Parameters<Parameters<Connection['orm']['transaction']>[0]>[0]

/** With the states as text, which crosses to the main thread cheaper. */
export type RunsPageText = Omit<RunsPage, 'rows'> & { rows: RunRowText[] }

const { generation: _, ...orderColumns } = getTableColumns(orders)

/** Each report and its `asOfPosition` are read in one transaction. */
export function createReportReads(connection: Connection) {
  const { orm } = connection
  return {
    counts: (query: Query<'counts'>) => answerReading(connection, readCounts(query)),
    runsOf: (query: Query<'runsOf'>) => answerReading(connection, readRuns(query)) as unknown as RunsPageText,
    liveCounts: (query: Query<'live'>) => answerReading(connection, readLive(query)),
    attributionReport: (query: Query<'attribution'>) => answerReading(connection, readAttribution(query)),
    attributionModels: (query: Query<'attributionModels'>) =>
      answerReading(connection, readAttributionModels(query)),

    ordersReport: (query: Query<'orders'>) =>
      orm.transaction((tx) => {
        const { generation, asOfPosition } = live(tx)
        const { before, funnel, upTo } = query
        // The index is by day, so a later page must not walk through the days it has left behind.
        const lastDay = before ? minDay(query.to, berlinDay(before.at)) : query.to
        const rows = tx
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
          .all()
        return { asOfPosition, rows }
      }),
  }
}

function live(tx: Tx): { generation: number; asOfPosition: number } {
  const found = tx.select().from(generations).where(eq(generations.state, 'live')).get()
  if (!found) throw new Error('the database has no live generation of projections')
  return { generation: found.generation, asOfPosition: found.checkpoint }
}

function minDay(a: string, b: string): string {
  return a < b ? a : b
}
