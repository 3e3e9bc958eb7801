import type { PlanRow } from '#domain/reports/experiments/shape.ts'
import { funnelName, stepTitle } from '#domain/reports/words.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { number, points, share } from '#web/features/reports/words/number-format.ts'

/** With more days, seasons and campaigns change more than the variants do. */
const longDays = 120

/** Table of what experiments would need, by funnel and first changed step. */
export function PlanTable({ plans }: { plans: readonly PlanRow[] }) {
  return (
    <>
      <DataTable
        caption="Nötige Anträge und Tage"
        rows={plans}
        rowKey={({ funnel, step }) => `${funnel} ${step}`}
        dense
        columns={[
          { title: 'Antragsart', renderCell: ({ funnel }) => funnelName(funnel) },
          {
            title: 'Ab Schritt',
            wraps: true,
            renderCell: ({ funnel, step }) => `${step}: ${stepTitle(funnel, step)}`,
          },
          {
            title: 'Erreichen ihn am Tag',
            figure: 'reachedPerDay',
            numeric: true,
            sortBy: ({ reachedPerDay }) => reachedPerDay,
            renderCell: ({ reachedPerDay }) => points(reachedPerDay),
          },
          {
            title: 'Bestellquote',
            figure: 'reachedOrderRate',
            numeric: true,
            sortBy: ({ rate }) => rate,
            renderCell: ({ rate }) => share(rate),
          },
          {
            title: 'Geplante Quote',
            figure: 'plannedRate',
            numeric: true,
            sortBy: ({ plannedRate }) => plannedRate ?? Infinity,
            renderCell: ({ plannedRate }) => (plannedRate === null ? '–' : share(plannedRate)),
          },
          {
            title: 'Nötige Anträge',
            figure: 'neededRuns',
            numeric: true,
            sortBy: ({ neededRuns }) => neededRuns ?? Infinity,
            renderCell: ({ neededRuns }) => (neededRuns === null ? '–' : number(neededRuns)),
          },
          {
            title: 'Nötige Tage',
            figure: 'neededDays',
            numeric: true,
            sortBy: ({ neededDays }) => neededDays ?? Infinity,
            renderCell: ({ neededDays }) =>
              neededDays === null
                ? '–'
                : neededDays > longDays
                  ? `${number(neededDays)} (zu lang)`
                  : number(neededDays),
          },
        ]}
      />
      <p className="mt-3 max-w-3xl text-sm text-muted">
        Mehr als {longDays} Tage sind zu lang: Jahreszeit und Kampagnen ändern dann mehr als der Versuch.
        Wählen Sie eine größere Änderung oder einen Schritt mit höherer Bestellquote. Lassen Sie einen Versuch
        mindestens zwei ganze Wochen laufen, damit jeder Wochentag gleich oft vorkommt.
      </p>
    </>
  )
}
