import { qualitySchema } from '#domain/reports/quality-shapes.ts'
import { reportAddress } from '../get-report.ts'
import { ReportPage } from '../report-page.tsx'
import { useFilters } from '../use-filters.ts'
import { useReport } from '../use-report.ts'
import { DeliveriesSection } from './deliveries-section.tsx'
import { RejectionsSection } from './rejections-section.tsx'
import { TrackingSection } from './tracking-section.tsx'
import { WaterfallSection } from './waterfall-section.tsx'

/** How far the other reports can be trusted. */
export function QualityPage() {
  const { filters } = useFilters()
  const params = { from: filters.from, to: filters.to }
  const state = useReport('quality', params, qualitySchema)
  return (
    <ReportPage title="Datenqualität" filters="days">
      <WaterfallSection state={state} csv={reportAddress('quality.csv', params)} />
      <TrackingSection state={state} params={params} />
      <RejectionsSection state={state} />
      <DeliveriesSection />
    </ReportPage>
  )
}
