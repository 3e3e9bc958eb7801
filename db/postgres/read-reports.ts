import { berlinDay } from '#domain/berlin-time.ts'
import { type MeasureCounts, addCounts, nameCounts, noCounts } from '../measure-counts.ts'
import type { ReportStore } from '../report-store.ts'
import type { Connection } from './connection.ts'
import { and, between, desc, eq, getTableColumns, inArray, ne, sql } from './drizzle.ts'
import { totalSegment } from './roll-ups.ts'
import { attribution, dropOff, generations, measures, orders, segments } from './schema.ts'

type Query<Report extends keyof ReportStore> = Parameters<ReportStore[Report]>[0]
type Tx = Parameters<Parameters<Connection['orm']['transaction']>[0]>[0]

const { generation: _, ...orderColumns } = getTableColumns(orders)

/** Each report and its `asOfPosition` are read from one snapshot. */
export function createReportReads({ orm }: Connection): Omit<ReportStore, 'attributionModels'> {
  const snapshot = <Result>(read: (tx: Tx) => Promise<Result>) =>
    orm.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })

  return {
    dropOff: (query: Query<'dropOff'>) =>
      snapshot(async (tx) => {
        const { generation, asOfPosition } = await live(tx)
        const inRange = and(
          eq(dropOff.generation, generation),
          eq(dropOff.funnel, query.funnel),
          between(dropOff.day, query.from, query.to),
        )
        const version = query.version ?? (await newestVersion(tx, inRange))
        if (version === null) return { asOfPosition, version, measures: [] }
        const rows = await tx
          .select({ counts: dropOff.counts })
          .from(dropOff)
          .where(and(inRange, eq(dropOff.version, version), ofSegment(tx, query.segment)))
        const sums: MeasureCounts = []
        for (const { counts } of rows) addCounts(sums, counts)
        return { asOfPosition, version, measures: nameCounts(sums, await tx.select().from(measures)) }
      }),

    attribution: (query: Query<'attribution'>) =>
      snapshot(async (tx) => {
        const { generation, asOfPosition } = await live(tx)
        const [runs, credited, revenueCents] = [
          sum(attribution.runs),
          sum(attribution.orders),
          sum(attribution.revenueCents),
        ]
        const rows = await tx
          .select({ key: attribution.key, runs, orders: credited, revenueCents })
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
          .having(sql`${runs} <> 0 OR ${credited} <> 0 OR ${revenueCents} <> 0`)
        return { asOfPosition, rows }
      }),

    orders: (query: Query<'orders'>) =>
      snapshot(async (tx) => {
        const { generation, asOfPosition } = await live(tx)
        const { before, funnel } = query
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
            ),
          )
          .orderBy(desc(orders.day), desc(orders.at), desc(orders.position))
          .limit(query.limit)
        return { asOfPosition, rows }
      }),
  }
}

/** Exact, and an error where a number could not be: PostgreSQL sums whole numbers without a limit. */
export function sum(column: Parameters<typeof eq>[0]) {
  return sql<number>`sum(${column})`.mapWith((text: string) => {
    const total = Number(text)
    if (!Number.isSafeInteger(total))
      throw new Error(`a sum of a report, ${text}, is too large for a whole number`)
    return total
  })
}

export async function live(tx: Tx): Promise<{ generation: number; asOfPosition: number }> {
  const [found] = await tx.select().from(generations).where(eq(generations.state, 'live'))
  if (!found) throw new Error('the database has no live generation of projections')
  return { generation: found.generation, asOfPosition: found.checkpoint }
}

/** By the totals, so that a filter never changes which version a report is about. */
async function newestVersion(tx: Tx, inRange: ReturnType<typeof and>): Promise<number | null> {
  const [found] = await tx
    .select({ version: sql<number | null>`max(${dropOff.version})` })
    .from(dropOff)
    .where(and(inRange, eq(dropOff.segment, totalSegment), ne(dropOff.counts, noCounts)))
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
