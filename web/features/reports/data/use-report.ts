import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { AsOfProgress, Since } from '#domain/reports/as-of-shapes.ts'
import type { ReportContract, ReportParams } from '#domain/reports/report-contract.ts'
import { retryDelay } from './failures.ts'
import { getReport } from './get-report.ts'

/**
 * State of a report that may be requested repeatedly. After the first request, `report`, `progress` or `error` is set.
 * If one of the following requests fails, `error` is set and the previous result is kept.
 */
export interface ReportState<Report> {
  report: Report | undefined
  since: Since | undefined
  /** Set while the service computes a report as of a past time. */
  progress: AsOfProgress | undefined
  error: Error | null
  /** True while the report for new parameters is loading. Meanwhile, `report` is for the previous parameters. */
  stale: boolean
  retry: () => void
}

interface ReportOptions {
  /** Whether to request the report. Default true. */
  enabled?: boolean
  /** Polling interval in ms while the page is visible. */
  every?: number
}

/** Requests a report and caches it. While the service computes the report, requests the progress every second. */
export function useReport<Query extends z.ZodObject, Shape extends z.ZodObject>(
  contract: ReportContract<Query, Shape>,
  params: ReportParams<Query>,
  { enabled = true, every }: ReportOptions = {},
): ReportState<z.output<Shape>> {
  const query = useQuery({
    queryKey: ['report', contract.path, params],
    queryFn: ({ signal }) => getReport(contract, params, signal),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.kind === 'computing' ? 1000 : (retryDelay(state.error) ?? every ?? false),
    refetchIntervalInBackground: false,
    // Progress becomes stale at once, so a component that mounts requests it again. A report is cached for 15 s.
    staleTime: ({ state }) => (state.data?.kind === 'computing' ? 0 : 15_000),
  })
  const { data, error, isPlaceholderData } = query
  return {
    report: data?.kind === 'report' ? data.report : undefined,
    since: data?.kind === 'report' ? data.since : undefined,
    progress: data?.kind === 'computing' ? data.progress : undefined,
    error,
    stale: isPlaceholderData,
    retry: () => void query.refetch(),
  }
}
