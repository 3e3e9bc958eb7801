import { qualityContract } from '#domain/reports/quality/shape.ts'
import { ChoiceButtons } from '#web/features/reports/blocks/choice-buttons.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { DeliveriesSection } from './deliveries-section.tsx'
import { QualityAlarm } from './quality-alarm.tsx'
import { RejectionsSection } from './rejections-section.tsx'
import { ReplaysSection } from './replays-section.tsx'
import { qualityTopics } from './topics.ts'
import { TrackingSection } from './tracking-section.tsx'
import { WaterfallSection } from './waterfall-section.tsx'

/** Page about data quality: lost events, rejected events or deliveries, under what needs attention in any of them. */
export function QualityPage() {
  const { filters, search, set } = useFilters()
  const params = { from: filters.from, to: filters.to }
  const state = useReport(qualityContract, params)
  const topic = qualityTopics.find(({ value }) => value === search.get('thema')) ?? qualityTopics[0]
  return (
    <ReportPage title="Datenqualität" filters="days">
      <QualityAlarm state={state} />
      <ChoiceButtons
        label="Thema"
        options={qualityTopics}
        chosen={topic.value}
        onChoose={(value) => set({ thema: value, ab: undefined })}
      />
      {topic.value === 'erfassung' && (
        <>
          <WaterfallSection state={state} csv={csvAddress(qualityContract, params)} />
          <TrackingSection state={state} params={params} />
        </>
      )}
      {topic.value === 'abgewiesen' && (
        <>
          <RejectionsSection state={state} />
          <ReplaysSection range={params} />
        </>
      )}
      {topic.value === 'zustellung' && <DeliveriesSection />}
    </ReportPage>
  )
}
