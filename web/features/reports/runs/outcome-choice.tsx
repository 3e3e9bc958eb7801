import { listedRuns } from '#domain/reports/runs/figure-sums.ts'
import { type RunsReport, runStatuses } from '#domain/reports/runs/shape.ts'
import { runStatusNames } from '#domain/reports/words.ts'
import { ChoiceButtons } from '#web/features/reports/blocks/choice-buttons.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { number } from '#web/features/reports/words/number-format.ts'

/** Filter of the list by how the runs ended. It is not offered if all of them ended alike. */
export function OutcomeChoice({ sums }: Pick<RunsReport, 'sums'>) {
  const { filters, set } = useFilters()
  const { outcome } = filters.list
  const existing = runStatuses.filter((status) => !sums || sums[status] > 0 || status === outcome)
  if (existing.length < 2) return null
  const counted = (runs: number) => (sums ? ` (${number(runs)})` : '')
  return (
    <div className="mb-4 print:hidden">
      <ChoiceButtons
        label="Ausgang"
        options={[
          { value: '', name: `Alle${counted(sums ? listedRuns(sums) : 0)}` },
          ...existing.map((status) => ({
            value: status,
            name: runStatusNames[status] + counted(sums?.[status] ?? 0),
          })),
        ]}
        chosen={outcome ?? ''}
        onChoose={(value) => set({ outcome: value })}
      />
    </div>
  )
}
