import { funnels } from '#domain/funnels/index.ts'
import { dropOffContract } from '#domain/reports/drop-off/shape.ts'
import { PageContents } from '#web/features/reports/blocks/page-contents.tsx'
import { ChosenSegment } from '#web/features/reports/filters/chosen-segment.tsx'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { rangeParams, useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { funnelName } from '#domain/reports/words.ts'
import { BreakdownSection } from './breakdown-section.tsx'
import { ChoicesSection } from './choices-section.tsx'
import { FieldsSection } from './fields-section.tsx'
import { FunnelSection, hasNoRuns } from './funnel-section.tsx'
import { SilentSection } from './silent-section.tsx'
import { TrendSection } from './trend-section.tsx'
import type { DropOffParams } from './comparison.ts'

/** Titles of the sections. */
const contents = [
  'Wo Anträge verloren gehen',
  'Verlauf',
  'Aufgeschlüsselt',
  'Felder, die aufhalten',
  'Verluste ohne Meldung',
  'Wahl und Verlust',
]

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
  const hasRuns = !(state.report && hasNoRuns(state.report))
  return (
    <ReportPage
      title={`Abbruch: ${funnelName(funnel)}`}
      filters="days-and-one-funnel"
      variantsOf={{ funnel }}
      asOfState={state}
    >
      <ChosenSegment />
      {hasRuns && <PageContents titles={contents} />}
      <FunnelSection state={state} filters={filters} params={params} counted={counted} />
      {hasRuns && (
        <>
          <TrendSection params={params} />
          <BreakdownSection params={params} />
          <FieldsSection params={params} />
          <SilentSection params={params} />
          <ChoicesSection params={params} />
        </>
      )}
    </ReportPage>
  )
}
