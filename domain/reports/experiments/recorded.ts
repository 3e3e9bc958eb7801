import type { MeasureCount } from '#domain/reports/counted-runs.ts'
import { compareText } from '#domain/reports/rows.ts'
import { variantOfMeasure } from '#domain/runs/variant-measures.ts'
import type { RecordedVariants } from './recorded-shape.ts'

/** Counts the runs of each variant. Each group has the measures of a funnel. */
export function recordedVariants(
  groups: readonly { funnel: string; measures: readonly MeasureCount[] }[],
): RecordedVariants['rows'] {
  return groups
    .flatMap(({ funnel, measures }) => {
      const sums = new Map<string, number>()
      for (const { measure, runs } of measures) {
        const variant = variantOfMeasure(measure)
        if (variant !== undefined) sums.set(variant, (sums.get(variant) ?? 0) + runs)
      }
      return [...sums].map(([name, runs]) => {
        const [experiment = '', variant = ''] = name.split(':')
        return { funnel, experiment, variant, runs }
      })
    })
    .toSorted(
      (a, b) =>
        compareText(a.funnel, b.funnel) ||
        compareText(a.experiment, b.experiment) ||
        compareText(a.variant, b.variant),
    )
}
