import { defaultLift, experimentsContract } from '#domain/reports/experiments/shape.ts'
import { ChoiceButtons } from '#web/features/reports/blocks/choice-buttons.tsx'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { ExperimentCard } from './experiment-card.tsx'
import { PlanTable } from './plan-table.tsx'

const lifts = ['5', '10', '20', '30'] as const
const liftOptions = lifts.map((value) => ({ value, name: `${value} %` }))

/** Page with the experiments of all funnels, and what further ones would need. */
export function ExperimentsPage() {
  const { filters, search, set } = useFilters()
  const lift = lifts.find((one) => one === search.get('aenderung')) ?? String(defaultLift)
  const query = { lift, asOf: filters.asOf }
  const report = useReport(experimentsContract, query)
  return (
    <ReportPage title="Versuche" asOfState={report}>
      <p className="max-w-3xl">
        Ein Versuch zeigt einem Teil der Besucher eine andere Beschriftung, einen anderen Text oder eine
        gelockerte Regel. Wer welche Variante sieht, folgt aus der Kennung des Antrags; auf dem Gerät wird
        dafür nichts gespeichert.
      </p>
      <ReportSection
        title="Laufende und beendete Versuche"
        about="Gezählt wird von Beginn des Versuchs an, unabhängig vom Zeitraum der anderen Seiten."
        state={report}
        csv={csvAddress(experimentsContract, query)}
        isEmpty={({ experiments }) => experiments.length === 0}
        empty="Bisher gibt es keinen Versuch. Ein Versuch steht in den Daten einer Antragsart und beginnt mit einem Deployment."
      >
        {({ experiments }) => (
          <div className="grid gap-8">
            {experiments.map((experiment) => (
              <ExperimentCard key={`${experiment.funnel} ${experiment.experiment}`} experiment={experiment} />
            ))}
          </div>
        )}
      </ReportSection>
      <ReportSection
        title="Was ein Versuch bräuchte"
        about="Vor dem Beginn: wie viele Anträge und Tage nötig sind, um eine Änderung der Bestellquote von dieser Größe zu erkennen, nach dem ersten Schritt, den der Versuch ändert."
        state={report}
        filters={
          <ChoiceButtons
            label="Kleinste Änderung, auf die es ankommt"
            options={liftOptions}
            chosen={lift}
            onChoose={(chosen) => set({ aenderung: chosen })}
          />
        }
      >
        {({ plans }) => <PlanTable plans={plans} />}
      </ReportSection>
    </ReportPage>
  )
}
