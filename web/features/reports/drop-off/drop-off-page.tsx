import { funnels } from '#domain/funnels/index.ts'
import { dropOffContract } from '#domain/reports/drop-off/shape.ts'
import { ChosenSegment } from '#web/features/reports/filters/chosen-segment.tsx'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { rangeParams, useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { funnelName } from '#domain/reports/words.ts'
import { BreakdownSection } from './breakdown-section.tsx'
import { FieldsSection } from './fields-section.tsx'
import { FunnelSection } from './funnel-section.tsx'
import { TrendSection } from './trend-section.tsx'
import type { DropOffParams } from './comparison.ts'

/** Page about drop-off in one funnel, by default the first one. */
export function DropOffPage() {
  const { filters: read } = useFilters()
  const funnel = read.funnel ?? funnels[0]!.type
  const filters = { ...read, funnel }
  const params: DropOffParams = {
    funnel,
    funnelVersion: filters.funnelVersion,
    ...rangeParams(filters),
    ...filters.segment,
  }
  const counted = { ...params, orderWithin: filters.orderWithin }
  const state = useReport(dropOffContract, counted)
  return (
    <ReportPage title={`Abbruch: ${funnelName(funnel)}`} filters="days-and-one-funnel" asOfState={state}>
      <ChosenSegment />
      <FunnelSection state={state} filters={filters} params={params} counted={counted} />
      <TrendSection params={params} />
      <BreakdownSection params={params} />
      <FieldsSection params={params} />
    </ReportPage>
  )
}
