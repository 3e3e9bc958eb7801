import { type AttributionModel, attributionModels } from '#domain/attribution.ts'
import { type MeasureCounts, addCounts, nameCounts } from '../measure-counts.ts'
import type { ReportStore } from '../report-store.ts'
import type { Connection } from './connection.ts'
import { and, between, eq, inArray, sql } from './drizzle.ts'
import { live } from './read-reports.ts'
import { totalSegment } from './roll-ups.ts'
import { attribution, dropOff, measures } from './schema.ts'

type Query = Parameters<ReportStore['attributionModels']>[0]

/** Credits of all models and the measures beside them, read in one transaction. */
export function createModelsRead({ orm }: Connection) {
  return {
    attributionModels: ({ from, to, by, funnels, keyPrefix }: Query) =>
      orm.transaction((tx) => {
        const { generation, asOfPosition } = live(tx)
        const rows = tx
          .select({
            model: sql<AttributionModel>`${attribution.model}`,
            key: attribution.key,
            runs: sql<number>`sum(${attribution.runs})`.as('credited_runs'),
            orders: sql<number>`sum(${attribution.orders})`.as('credited_orders'),
            revenueCents: sql<number>`sum(${attribution.revenueCents})`.as('credited_cents'),
          })
          .from(attribution)
          .where(
            and(
              eq(attribution.generation, generation),
              // By name, because the key of the table begins with the model.
              inArray(attribution.model, [...attributionModels]),
              eq(attribution.dimension, by),
              between(attribution.day, from, to),
              inArray(attribution.funnel, [...funnels]),
              keyPrefix === undefined
                ? undefined
                : sql`substr(${attribution.key}, 1, length(${keyPrefix})) = ${keyPrefix}`,
            ),
          )
          .groupBy(attribution.model, attribution.key)
          .having(sql`credited_runs <> 0 OR credited_orders <> 0 OR credited_cents <> 0`)
          .all()
        const counted = tx
          .select({ counts: dropOff.counts })
          .from(dropOff)
          .where(
            and(
              eq(dropOff.generation, generation),
              inArray(dropOff.funnel, [...funnels]),
              eq(dropOff.segment, totalSegment),
              between(dropOff.day, from, to),
            ),
          )
          .all()
        const sums: MeasureCounts = []
        for (const { counts } of counted) addCounts(sums, counts)
        return { asOfPosition, rows, measures: nameCounts(sums, tx.select().from(measures).all()) }
      }),
  }
}
