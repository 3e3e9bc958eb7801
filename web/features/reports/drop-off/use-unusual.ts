import type { UnusualDay } from '#domain/reports/deviation/unusual-days.ts'
import { type TrendReport, fieldsContract, trendContract } from '#domain/reports/drop-off/shape.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import type { DropOffParams } from './comparison.ts'
import { type UnusualStep, unusualMessages, unusualSteps } from '#web/features/reports/stages/unusual.tsx'
import { useBrokenDays } from '#web/features/reports/stages/use-broken-days.ts'

interface FoundUnusual {
  days: TrendReport['days']
  /** Days on which tracking was broken. */
  broken: UnusualDay[]
  /** Steps and messages with an unusual day, most unusual first. */
  found: UnusualStep[]
}

/** Returns what is unusual in the range; nothing until the reports are loaded. */
export function useUnusual(params: DropOffParams): FoundUnusual {
  const { filters, today } = useFilters()
  const days = useReport(trendContract, params).report?.days ?? []
  const fields = useReport(fieldsContract, params).report?.rows ?? []
  const broken = useBrokenDays(filters)
  const exclude = { today, broken: broken.map(({ day }) => day) }
  const found = [...unusualSteps(days, exclude), ...unusualMessages(days, fields, exclude)]
  return { days, broken, found: found.toSorted((a, b) => a.probability - b.probability) }
}
