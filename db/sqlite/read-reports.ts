import { and, between, desc, eq, getTableColumns, inArray, ne, sql } from './drizzle.ts'
import { berlinDay } from '#domain/berlin-time.ts'
import { type MeasureCounts, addCounts, nameCounts, noCounts } from '../measure-counts.ts'
import type { ReportStore } from '../report-store.ts'
import type { Connection } from './connection.ts'
import { totalSegment } from './roll-ups.ts'
import { attribution, dropOff, generations, measures, orders, segments } from './schema.ts'

type Query<Report extends keyof ReportStore> = Parameters<ReportStore[Report]>[0]
type Tx = Parameters<Parameters<Connection['orm']['transaction']>[0]>[0]

const { generation: _, ...orderColumns } = getTableColumns(orders)

/** Each report and its `asOfPosition` are read in one transaction. */
export function createReportReads({ orm }: Connection) {
  return {
    dropOffReport: (query: Query<'dropOff'>) =>
      orm.transaction((tx) => {
        const { generation, asOfPosition } = live(tx)
        const inRange = and(
          eq(dropOff.generation, generation),
          eq(dropOff.funnel, query.funnel),
          between(dropOff.day, query.from, query.to),
        )
        const version = query.version ?? newestVersion(tx, inRange)
        if (version === null) return { asOfPosition, version, measures: [] }
        const rows = tx
          .select({ counts: dropOff.counts })
          .from(dropOff)
          .where(and(inRange, eq(dropOff.version, version), ofSegment(tx, query.segment)))
          .all()
        const sums: MeasureCounts = []
        for (const { counts } of rows) addCounts(sums, counts)
        return { asOfPosition, version, measures: nameCounts(sums, tx.select().from(measures).all()) }
      }),

    attributionReport: (query: Query<'attribution'>) =>
      orm.transaction((tx) => {
        const { generation, asOfPosition } = live(tx)
        const rows = tx
          .select({
            key: attribution.key,
            runs: sql<number>`sum(${attribution.runs})`.as('credited_runs'),
            orders: sql<number>`sum(${attribution.orders})`.as('credited_orders'),
            revenueCents: sql<number>`sum(${attribution.revenueCents})`.as('credited_cents'),
          })
          .from(attribution)
          .where(
            and(
              eq(attribution.generation, generation),
              eq(attribution.model, query.model),
              eq(attribution.dimension, query.by),
              between(attribution.day, query.from, query.to),
              query.funnel === undefined ? undefined : eq(attribution.funnel, query.funnel),
            ),
          )
          .groupBy(attribution.key)
          .having(sql`credited_runs <> 0 OR credited_orders <> 0 OR credited_cents <> 0`)
          .all()
        return { asOfPosition, rows }
      }),

    ordersReport: (query: Query<'orders'>) =>
      orm.transaction((tx) => {
        const { generation, asOfPosition } = live(tx)
        const { before, funnel } = query
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
            ),
          )
          .orderBy(desc(orders.day), desc(orders.at), desc(orders.position))
          .limit(query.limit)
          .all()
        return { asOfPosition, rows }
      }),
  }
}

export function live(tx: Tx): { generation: number; asOfPosition: number } {
  const found = tx.select().from(generations).where(eq(generations.state, 'live')).get()
  if (!found) throw new Error('the database has no live generation of projections')
  return { generation: found.generation, asOfPosition: found.checkpoint }
}

/** By the totals, so that a filter never changes which version a report is about. */
function newestVersion(tx: Tx, inRange: ReturnType<typeof and>): number | null {
  const found = tx
    .select({ version: sql<number | null>`max(${dropOff.version})` })
    .from(dropOff)
    .where(and(inRange, eq(dropOff.segment, totalSegment), ne(dropOff.counts, noCounts)))
    .get()
  return found?.version ?? null
}

function ofSegment(tx: Tx, filter: Query<'dropOff'>['segment']) {
  const wanted = (['device', 'source', 'medium', 'campaign'] as const).flatMap((name) => {
    const value = filter[name]
    return value === undefined ? [] : [eq(segments[name], value)]
  })
  if (wanted.length === 0) return eq(dropOff.segment, totalSegment)
  const matching = tx
    .select({ segment: segments.segment })
    .from(segments)
    .where(and(...wanted))
  return inArray(dropOff.segment, matching)
}

function minDay(a: string, b: string): string {
  return a < b ? a : b
}
