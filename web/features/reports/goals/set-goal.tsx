import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { funnels } from '#domain/funnels/index.ts'
import { type GoalMetric, goalMetrics, maxGoal } from '#domain/operations/goal-limits.ts'
import { shiftMonth } from '#domain/reports/goals/months.ts'
import { type GoalsReport, goalsContract } from '#domain/reports/goals/shape.ts'
import { postCommand } from '#web/features/reports/data/get-report.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { amountWords, funnelWords, metricNames, monthName } from './goal-words.ts'

/** Months after the running one for which a goal can be set on the page. */
const monthsAhead = 12

interface Goal {
  month: string
  funnel: string | null
  metric: GoalMetric
  value: number | null
}

/** Form that sets or removes the goal of a month, and the goals of later months. */
export function SetGoal({ report }: { report: GoalsReport }) {
  const id = useId()
  const client = useQueryClient()
  const [metric, setMetric] = useState<GoalMetric>('orders')
  const save = useMutation({
    mutationFn: ({ funnel, ...goal }: Goal) =>
      postCommand('goals', { goals: [{ ...goal, ...(funnel !== null && { funnel }) }] }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['report', goalsContract.path] }),
  })
  const running = report.today.slice(0, 7)
  return (
    <section
      aria-labelledby={`${id}-heading`}
      className="rounded-xl border border-line bg-surface p-4 sm:p-6 print:hidden"
    >
      <h2 id={`${id}-heading`} className="text-lg font-bold">
        Ziel setzen
      </h2>
      <form
        className="mt-3 grid max-w-3xl items-end gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          const { month, funnel, value } = Object.fromEntries(new FormData(event.currentTarget)) as Record<
            'month' | 'funnel' | 'value',
            string
          >
          const whole = value === '' ? null : Math.round(Number(value)) * (metric === 'orders' ? 1 : 100)
          save.mutate({
            month,
            metric,
            funnel: funnel === '' ? null : funnel,
            value: whole === 0 ? null : whole,
          })
        }}
      >
        <label htmlFor={`${id}-month`} className="text-sm">
          Monat
          <Select id={`${id}-month`} name="month" defaultValue={running}>
            {Array.from({ length: monthsAhead + 1 }, (_, offset) => shiftMonth(running, offset)).map(
              (month) => (
                <option key={month} value={month}>
                  {monthName(month)}
                </option>
              ),
            )}
          </Select>
        </label>
        <label htmlFor={`${id}-funnel`} className="text-sm">
          Antragsart
          <Select id={`${id}-funnel`} name="funnel">
            <option value="">{funnelWords(null)}</option>
            {funnels.map(({ type }) => (
              <option key={type} value={type}>
                {funnelWords(type)}
              </option>
            ))}
          </Select>
        </label>
        <label htmlFor={`${id}-metric`} className="text-sm">
          Was gezählt wird
          <Select
            id={`${id}-metric`}
            value={metric}
            onChange={({ target }) => setMetric(target.value as GoalMetric)}
          >
            {goalMetrics.map((one) => (
              <option key={one} value={one}>
                {metricNames[one]}
              </option>
            ))}
          </Select>
        </label>
        <label htmlFor={`${id}-value`} className="text-sm">
          {metric === 'orders' ? 'Ziel (Anzahl)' : 'Ziel (Euro, mit Umsatzsteuer)'}
          <TextInput
            id={`${id}-value`}
            name="value"
            type="number"
            inputMode="numeric"
            min={0}
            step={1}
            max={metric === 'orders' ? maxGoal.orders : maxGoal.netRevenueCents / 100}
            aria-describedby={`${id}-help`}
          />
        </label>
        <p id={`${id}-help`} className="text-sm text-muted sm:col-span-2">
          Es zählen die Bestellungen, die in dem Monat eingehen. Ein neues Ziel ersetzt das frühere; leer oder
          0 entfernt es. Das Ziel für alle Antragsarten ist unabhängig von denen der einzelnen.
        </p>
        <div className="sm:col-span-2">
          <Button type="submit" look="compact" disabled={save.isPending}>
            Speichern
          </Button>
        </div>
      </form>
      <p aria-live="polite" className="mt-3 font-semibold">
        {save.isSuccess && savedWords(save.variables)}
      </p>
      {save.isError && (
        <p role="alert" className="text-sm text-alarm">
          Das Ziel wurde nicht gespeichert. Bitte versuchen Sie es noch einmal.
        </p>
      )}
      <PlannedGoals planned={report.planned} />
    </section>
  )
}

function savedWords({ value, ...goal }: Goal): string {
  const what = `${monthName(goal.month)}, ${funnelWords(goal.funnel)}`
  return value === null
    ? `Entfernt: ${metricNames[goal.metric]}, ${what}.`
    : `Gespeichert: ${amountWords(goal.metric, value)}${goal.metric === 'orders' ? ' Bestellungen' : ' Umsatz'}, ${what}.`
}

function PlannedGoals({ planned }: Pick<GoalsReport, 'planned'>) {
  if (planned.length === 0) return null
  return (
    <>
      <h3 className="mt-4 text-sm font-semibold">Ziele späterer Monate</h3>
      <ul className="mt-1 grid gap-1 text-sm">
        {planned.map(({ month, funnel, metric, value }) => (
          <li key={`${month} ${funnel} ${metric}`}>
            {monthName(month)}, {funnelWords(funnel)}: {amountWords(metric, value)} {metricNames[metric]}
          </li>
        ))}
      </ul>
    </>
  )
}
