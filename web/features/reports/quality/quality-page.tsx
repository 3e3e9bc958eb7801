import { qualityContract } from '#domain/reports/quality/shape.ts'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { DeliveriesSection } from './deliveries-section.tsx'
import { RejectionsSection } from './rejections-section.tsx'
import { TrackingSection } from './tracking-section.tsx'
import { WaterfallSection } from './waterfall-section.tsx'

/** Page about data quality: rejected events, lost events and deliveries. */
export function QualityPage() {
  const { filters } = useFilters()
  const params = { from: filters.from, to: filters.to }
  const state = useReport(qualityContract, params)
  return (
    <ReportPage title="Datenqualität" filters="days">
      <WaterfallSection state={state} csv={csvAddress(qualityContract, params)} />
      <TrackingSection state={state} params={params} />
      <RejectionsSection state={state} />
      <DeliveriesSection />
    </ReportPage>
  )
}
