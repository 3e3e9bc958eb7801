import { funnels } from '#domain/funnels/index.ts'
import { dropOffReportSchema } from '#domain/reports/report-shapes.ts'
import { ChosenSegment } from '../chosen-segment.tsx'
import type { Params } from '../get-report.ts'
import { ReportPage } from '../report-page.tsx'
import { rangeParams, useFilters } from '../use-filters.ts'
import { useReport } from '../use-report.ts'
import { funnelName } from '../words.ts'
import { BreakdownSection } from './breakdown-section.tsx'
import { FieldsSection } from './fields-section.tsx'
import { FunnelSection } from './funnel-section.tsx'
import { TrendSection } from './trend-section.tsx'

/** Where visitors drop off in one funnel; the first one of the site until another is chosen. */
export function DropOffPage() {
  const { filters: read } = useFilters()
  const funnel = read.funnel ?? funnels[0]!.type
  const filters = { ...read, funnel }
  const params: Params = {
    funnel,
    funnelVersion: filters.funnelVersion,
    ...rangeParams(filters),
    ...filters.segment,
  }
  const state = useReport('drop-off', params, dropOffReportSchema)
  return (
    <ReportPage title={`Abbruch: ${funnelName(funnel)}`} filters="days-and-one-funnel" stand={state}>
      <ChosenSegment />
      <FunnelSection state={state} filters={filters} params={params} />
      <TrendSection params={params} />
      <BreakdownSection params={params} />
      <FieldsSection params={params} />
    </ReportPage>
  )
}
