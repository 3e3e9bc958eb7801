import { type AttributionModel, attributionModels } from '#domain/attribution.ts'
import { type MeasureCounts, addCounts, nameCounts } from '../measure-counts.ts'
import type { ReportStore } from '../report-store.ts'
import type { Connection } from './connection.ts'
import { and, between, eq, inArray, sql } from './drizzle.ts'
import { live, sum } from './read-reports.ts'
import { totalSegment } from './roll-ups.ts'
import { attribution, dropOff, measures } from './schema.ts'

type Query = Parameters<ReportStore['attributionModels']>[0]

/** Credits of all models and the measures beside them, read from one snapshot. */
export function createModelsRead({ orm }: Connection): Pick<ReportStore, 'attributionModels'> {
  return {
    attributionModels: ({ from, to, by, funnels, keyPrefix }: Query) =>
      orm.transaction(
        async (tx) => {
          const { generation, asOfPosition } = await live(tx)
          const [runs, orders, revenueCents] = [
            sum(attribution.runs),
            sum(attribution.orders),
            sum(attribution.revenueCents),
          ]
          const rows = await tx
            .select({
              model: sql<AttributionModel>`${attribution.model}`,
              key: attribution.key,
              runs,
              orders,
              revenueCents,
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
                  : sql`substr(${attribution.key}, 1, length(${keyPrefix}::text)) = ${keyPrefix}`,
              ),
            )
            .groupBy(attribution.model, attribution.key)
            .having(sql`${runs} <> 0 OR ${orders} <> 0 OR ${revenueCents} <> 0`)
          const counted = await tx
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
          const sums: MeasureCounts = []
          for (const { counts } of counted) addCounts(sums, counts)
          return { asOfPosition, rows, measures: nameCounts(sums, await tx.select().from(measures)) }
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      ),
  }
}
