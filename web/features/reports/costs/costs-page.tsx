import { type RoasReport, roasContract } from '#domain/reports/roas/shape.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { dayOfParam, dayOfWords } from '#web/features/reports/filters/day-of.ts'
import { rangeParams, useFilters } from '#web/features/reports/filters/use-filters.ts'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { useIsShared } from '#web/features/reports/shared-link/shared-link-context.ts'
import { AddCosts } from './add-costs.tsx'
import { ReturnsSection } from './returns-section.tsx'
import { UnmatchedTable } from './unmatched-table.tsx'

/** Page with the costs of campaigns and what they brought, and a form that records costs. */
export function CostsPage() {
  const { filters } = useFilters()
  const query = { ...rangeParams(filters), dayOf: dayOfParam(filters.dayOf) }
  const state = useReport(roasContract, query)
  const { report } = state
  const isShared = useIsShared()
  return (
    <ReportPage title="Kosten" filters="days" hasDayOf asOfState={state}>
      <ReportSection
        title="Was Kampagnen kosten und bringen"
        about={`${dayOfWords(filters.dayOf)} Kosten zählen am eingetragenen Tag, für alle Antragsarten zusammen.`}
        state={state}
        csv={csvAddress(roasContract, query)}
        isEmpty={hasNoCosts}
        empty="In diesem Zeitraum sind keine Kosten eingetragen."
      >
        {(shown) => <ReturnsSection report={shown} model={filters.model} />}
      </ReportSection>
      {report && report.unmatched.length > 0 && (
        <ReportSection
          title="Kosten ohne Kontakt"
          about="Zu diesen Quellen und Kampagnen kam in diesem Zeitraum niemand. Meist ist ein Name anders geschrieben als in der Adresse der Anzeige. Tragen Sie die Kosten unter dem richtigen Namen ein und unter dem falschen 0."
          state={state}
        >
          {(shown) => <UnmatchedTable report={shown} />}
        </ReportSection>
      )}
      {filters.asOf === undefined && !isShared && <AddCosts />}
    </ReportPage>
  )
}

const hasNoCosts = ({ campaigns }: RoasReport) => campaigns === 0
