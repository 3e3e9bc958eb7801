import { noKey } from '#domain/attribution/credit-touches.ts'
import { recordedVariantsContract } from '#domain/reports/experiments/recorded-shape.ts'
import { shiftDay } from '#domain/reports/day-range.ts'
import { variantWords } from '#domain/reports/words.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { number } from '#web/features/reports/words/number-format.ts'
import { Select } from '#web/ui/form/select.tsx'
import { rangeParams, useFilters } from './use-filters.ts'

/** Days before the range on which a run whose order counts in it may have started. */
const daysBefore = 30

/**
 * Control for the variant whose runs the page counts. Hidden if no run of these days took part in an experiment of the
 * funnel; `funnel` is undefined for all funnels.
 */
export function VariantChoice({ funnel }: { funnel: string | undefined }) {
  const { filters, set } = useFilters()
  const { variant: chosen, ...others } = filters.segment
  const range = rangeParams(filters)
  // Orders of a day can belong to runs that started earlier.
  const from = filters.dayOf === 'order' ? shiftDay(range.from, -daysBefore) : range.from
  const { report } = useReport(recordedVariantsContract, { ...range, from, funnel })
  const isCounted = filters.dayOf !== 'order' && Object.values(others).every((value) => value === undefined)
  const recorded = (report?.rows ?? []).map(({ experiment, variant, runs }) => ({
    value: `${experiment}:${variant}`,
    // The numbers are those of all runs that started on these days.
    count: isCounted ? ` (${number(runs)})` : '',
  }))
  if (recorded.length === 0 && chosen === undefined) return null
  const isListed = chosen === undefined || [noKey, ...recorded.map(({ value }) => value)].includes(chosen)
  const options = [
    ...recorded,
    ...(isListed ? [] : [{ value: chosen, count: '' }]),
    { value: noKey, count: '' },
  ]
  return (
    <Select
      aria-label="Variante"
      className="max-w-full text-sm print:hidden"
      value={chosen ?? ''}
      onChange={({ target }) => set({ variant: target.value })}
    >
      <option value="">Alle Varianten</option>
      {options.map(({ value, count }) => (
        <option key={value} value={value}>
          {variantWords(value)}
          {count}
        </option>
      ))}
    </Select>
  )
}
