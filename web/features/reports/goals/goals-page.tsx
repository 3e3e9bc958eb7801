import { cohortsContract } from '#domain/reports/cohorts/shape.ts'
import { goalsContract } from '#domain/reports/goals/shape.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { rangeParams, useFilters } from '#web/features/reports/filters/use-filters.ts'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { useIsShared } from '#web/features/reports/shared-link/shared-link-context.ts'
import { CohortTable } from './cohort-table.tsx'
import { PastMonths, pastGoals } from './past-months.tsx'
import { RunningMonth } from './running-month.tsx'
import { SetGoal } from './set-goal.tsx'

/** Page with the goals of months, the forecast for the running one, and how the runs of each week ripen. */
export function GoalsPage() {
  const { filters } = useFilters()
  const query = { ...rangeParams(filters), funnel: filters.funnel }
  const goals = useReport(goalsContract, query)
  const cohorts = useReport(cohortsContract, query)
  const { report } = goals
  const isShared = useIsShared()
  return (
    <ReportPage title="Ziele und Reifung" filters="days-and-funnel" asOfState={goals}>
      <ReportSection
        title="Laufender Monat"
        about="Gezählt am Tag der Bestellung, immer der ganze Monat."
        state={goals}
        csv={csvAddress(goalsContract, query)}
        isEmpty={({ rows }) => rows.every(({ state }) => state !== 'running')}
        empty="Der laufende Monat liegt nicht im gewählten Zeitraum."
      >
        {(shown) => <RunningMonth report={shown} />}
      </ReportSection>
      {report && pastGoals(report).length > 0 && (
        <ReportSection
          title="Frühere Monate"
          about="Jeder Monat, von dem ein Tag im gewählten Zeitraum liegt. Der Umsatz kann sich noch ändern, etwa durch Widerrufe."
          state={goals}
        >
          {(shown) => <PastMonths report={shown} />}
        </ReportSection>
      )}
      {report && filters.asOf === undefined && !isShared && <SetGoal report={report} />}
      <ReportSection
        title="Wie Anträge reifen"
        about="Von den Anträgen, die in einer Woche begonnen wurden: wie viele nach so vielen Tagen bestellt und bezahlt waren."
        state={cohorts}
        csv={csvAddress(cohortsContract, query)}
        isEmpty={({ rows }) => rows.every(({ runs }) => runs === 0)}
        empty="In diesem Zeitraum wurde kein Antrag begonnen."
      >
        {(shown) => <CohortTable report={shown} />}
      </ReportSection>
    </ReportPage>
  )
}
