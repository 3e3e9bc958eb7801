import type { UnusualDay } from '#domain/reports/deviation/unusual-days.ts'
import { qualityContract } from '#domain/reports/quality/shape.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { brokenDays } from './unusual.tsx'

/** Returns the days of the range on which tracking was broken; empty until they are known. */
export function useBrokenDays({ from, to }: { from: string; to: string }): UnusualDay[] {
  const { report } = useReport(qualityContract, { from, to })
  return brokenDays(report?.days ?? [])
}
