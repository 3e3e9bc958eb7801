import type { GoalMetric } from '#domain/operations/goal-limits.ts'
import type { GoalTarget } from '#domain/reports/goals/shape.ts'
import { DefinitionHelp } from '#web/features/reports/blocks/definition-help.tsx'
import { amountWords, chanceWords, funnelWords, gapWords, metricNames, needWords } from './goal-words.ts'

interface GoalCardProps {
  funnel: string | null
  metric: GoalMetric
  target: GoalTarget
  daysLeft: number
}

/** Goal of the running month, with what has been reached and what is expected at its end. */
export function GoalCard({ funnel, metric, target, daysLeft }: GoalCardProps) {
  const { goal, reached, forecast, forecastGap } = target
  const amount = (value: number) => amountWords(metric, value)
  // Orders are never taken back, net revenue is.
  const isSure = metric === 'orders' && goal !== null && reached >= goal
  const needed = needWords(metric, target, daysLeft)
  return (
    <article className="min-w-0 rounded-lg border border-line p-4 print:break-inside-avoid">
      <h3 className="text-sm font-semibold text-muted">
        {funnelWords(funnel)} · {metricNames[metric]}
        <DefinitionHelp of={metric === 'orders' ? 'expectedOrders' : 'expectedNetCents'} />
      </h3>
      <p className="mt-1 text-2xl font-bold tabular-nums">
        {amount(reached)}{' '}
        <span className="text-base font-normal text-muted">
          {goal === null ? 'bisher, kein Ziel gesetzt' : `von ${amount(goal)}`}
        </span>
      </p>
      <GoalBar target={target} />
      {forecast && (
        <p className="mt-3">
          Erwartet: <strong>{amount(forecast.value)}</strong>, mit 95 % Wahrscheinlichkeit{' '}
          <span className="whitespace-nowrap">
            {amount(forecast.low)} bis {amount(forecast.high)}
          </span>
          .
        </p>
      )}
      {forecast && forecast.chance !== null && !isSure && (
        <p className="mt-1">{chanceWords(forecast.chance)}.</p>
      )}
      {needed !== undefined && <p className="mt-1 text-sm text-muted">{needed}</p>}
      {forecastGap && <p className="mt-3 text-sm text-muted">{gapWords[forecastGap]}</p>}
    </article>
  )
}

/** Bar of what has been reached, with the interval of the forecast behind it and a line at the goal. */
function GoalBar({ target: { goal, reached, forecast } }: { target: GoalTarget }) {
  const end = Math.max(goal ?? 0, forecast?.high ?? 0, reached)
  if (end === 0) return null
  const at = (value: number) => `${(100 * value) / end}%`
  return (
    <div aria-hidden="true" className="relative mt-3 h-5 rounded-sm border border-line bg-paper">
      {forecast && (
        <span
          className="plot-bar-2 absolute inset-y-1 rounded-sm"
          style={{ left: at(forecast.low), right: `${100 - (100 * forecast.high) / end}%` }}
        />
      )}
      <span className="plot-bar-1 absolute inset-y-1 left-0 rounded-sm" style={{ width: at(reached) }} />
      {goal !== null && (
        <span className="absolute -inset-y-1 w-0.5 -translate-x-1/2 bg-ink" style={{ left: at(goal) }} />
      )}
    </div>
  )
}
