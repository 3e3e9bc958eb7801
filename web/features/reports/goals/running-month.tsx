import { goalMetrics } from '#domain/operations/goal-limits.ts'
import type { GoalsReport } from '#domain/reports/goals/shape.ts'
import { GoalCard } from './goal-card.tsx'

/** Goals of the running month; without any, the forecasts for all of its orders. */
export function RunningMonth({ report: { rows, daysLeft } }: { report: GoalsReport }) {
  const running = rows.filter(({ state }) => state === 'running')
  const targets = running.flatMap((row) =>
    goalMetrics.map((metric) => ({ funnel: row.funnel, metric, target: row[metric] })),
  )
  const withGoal = targets.filter(({ target }) => target.goal !== null)
  const shown = withGoal.length > 0 ? withGoal : targets.slice(0, goalMetrics.length)
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {shown.map((one) => (
          <GoalCard key={`${one.funnel} ${one.metric}`} {...one} daysLeft={daysLeft} />
        ))}
      </div>
      <p className="mt-3 max-w-4xl text-sm text-muted">
        Im Balken: dunkel das Erreichte, hell der Bereich der Prognose, der Strich ist das Ziel. Die Prognose
        nimmt an, dass es weitergeht wie in den letzten acht ganzen Wochen. Feiertage, neue Kampagnen und
        Preise kennt sie nicht.
      </p>
    </>
  )
}
