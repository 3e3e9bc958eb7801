import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { AsOfProgress, Since } from '#domain/reports/as-of-shapes.ts'
import { type Params, getReport } from './get-report.ts'

/** What a page draws itself from: exactly one of `report`, `progress` and `error` is there once it was answered. */
export interface ReportState<Report> {
  report: Report | undefined
  since: Since | undefined
  /** While a report of the past is being worked out. */
  progress: AsOfProgress | undefined
  error: Error | null
  /** The report is that of the question before; the new one is on its way. */
  stale: boolean
  retry: () => void
}

interface ReportOptions {
  /** False: not asked for now. */
  enabled?: boolean
  /** ms after which it is asked for again, as long as the page is looked at. */
  every?: number
}

/** A report of the service, kept and shared by its address. Reports being worked out are asked for until they are there. */
export function useReport<Schema extends z.ZodType>(
  path: string,
  params: Params,
  schema: Schema,
  { enabled = true, every }: ReportOptions = {},
): ReportState<z.output<Schema>> {
  const query = useQuery({
    queryKey: ['report', path, params],
    queryFn: ({ signal }) => getReport(path, params, schema, signal),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.kind === 'computing' ? 1000 : (every ?? false)),
    refetchIntervalInBackground: false,
    // What is worked out step by step is not fresh until it is done.
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
