import type { DropOffReport } from '#domain/reports/drop-off/shape.ts'
import { longDay, points, share } from '#web/features/reports/words/number-format.ts'
import { stagesOf, stepName, widestGap } from '#web/features/reports/stages/stages.ts'
import type { Comparison } from './comparison.ts'

/** Sentences about how two groups of runs differ: in their conversion rates, and at which step the most. */
export function FunnelDifferences({
  comparison,
  a,
  b,
}: {
  comparison: Comparison
  a: DropOffReport
  b: DropOffReport
}) {
  const difference = Math.round((a.conversionRate - b.conversionRate) * 1000) / 10
  const gap = widestGap(stagesOf(a), stagesOf(b))
  const sides = `${share(a.conversionRate)} bei „${comparison.name}“, ${share(b.conversionRate)} bei „${comparison.otherName}“`
  return (
    <div className="mb-5 max-w-4xl border-l-4 border-leaf-600 pl-4">
      <p>
        {difference === 0
          ? `Gleich viele bestellen: ${sides}.`
          : `${points(Math.abs(difference))} Prozentpunkte ${difference > 0 ? 'mehr' : 'weniger'} bestellen: ${sides}.`}
      </p>
      {comparison.running !== undefined && (
        <p className="text-sm text-muted">
          Der {longDay(comparison.running)} läuft noch: Verglichen werden nur{' '}
          {comparison.params.hour === undefined ? 'ganze Tage' : 'die Stunden, die vorbei sind'}.
        </p>
      )}
      {gap && (
        <p>
          Am weitesten liegen beide in {stepName(gap.a)} auseinander: Dort gehen {share(gap.a.lossRate)} statt{' '}
          {share(gap.b.lossRate)} verloren.
        </p>
      )}
    </div>
  )
}
