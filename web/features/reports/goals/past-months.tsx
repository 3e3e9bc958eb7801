import { type GoalMetric, goalMetrics } from '#domain/operations/goal-limits.ts'
import type { GoalTarget, GoalsReport } from '#domain/reports/goals/shape.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { amountWords, funnelWords, metricNames, monthName, resultWords } from './goal-words.ts'

interface PastGoal {
  month: string
  funnel: string | null
  metric: GoalMetric
  target: GoalTarget
}

/** Returns the goals of past months. Months without a goal show what all funnels together reached. */
export function pastGoals({ rows }: Pick<GoalsReport, 'rows'>): PastGoal[] {
  const past = rows.filter(({ state }) => state === 'past')
  return [...Map.groupBy(past, ({ month }) => month).values()].flatMap((ofMonth) => {
    const all = ofMonth.flatMap(({ month, funnel, ...row }) =>
      goalMetrics.map((metric) => ({ month, funnel, metric, target: row[metric] })),
    )
    const withGoal = all.filter(({ target }) => target.goal !== null)
    return withGoal.length > 0 ? withGoal : all.slice(0, goalMetrics.length)
  })
}

/** Table of the goals of past months. */
export function PastMonths({ report }: { report: GoalsReport }) {
  return (
    <DataTable
      caption="Ziele früherer Monate"
      rows={pastGoals(report)}
      rowKey={({ month, funnel, metric }) => `${month} ${funnel} ${metric}`}
      limit={{ phone: 6, wide: 12 }}
      columns={[
        { title: 'Monat', renderCell: ({ month }) => monthName(month) },
        { title: 'Antragsart', wraps: true, renderCell: ({ funnel }) => funnelWords(funnel) },
        { title: 'Was', renderCell: ({ metric }) => metricNames[metric] },
        {
          title: 'Ziel',
          numeric: true,
          renderCell: ({ metric, target: { goal } }) => (goal === null ? '–' : amountWords(metric, goal)),
        },
        {
          title: 'Bis heute',
          numeric: true,
          renderCell: ({ metric, target: { reached } }) => amountWords(metric, reached),
        },
        { title: 'Ergebnis', renderCell: ({ target }) => resultWords(target) },
      ]}
    />
  )
}
