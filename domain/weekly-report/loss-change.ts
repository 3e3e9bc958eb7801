import { type DayRange, daysOf, shiftDay } from '#domain/reports/day-range.ts'
import { discoveries, normalTail } from '#domain/reports/deviation/false-discoveries.ts'
import { type Estimate, riskDifference } from '#domain/reports/deviation/risk-difference.ts'
import type { TrendReport } from '#domain/reports/drop-off/shape.ts'
import { rate } from '#domain/reports/rows.ts'

export interface LossChange {
  funnel: string
  step: number
  /** Share of the runs that came to the step and were lost there, in the week and in the week before. */
  lossRate: number
  lossRateBefore: number
  /** Change of that share, compared within weekdays. */
  difference: Estimate
  /** Runs that were lost because of the change; negative if fewer were lost. */
  runs: number
}

/**
 * Returns the step whose loss changed most against the same weekdays of the week before: the one whose change is the
 * least probable by chance. Returns null if all changes of all steps can be due to chance (see `discoveries`).
 */
export function largestLossChange(trends: readonly TrendReport[], week: DayRange): LossChange | null {
  const changes = trends.flatMap((trend) => changesOf(trend, week))
  const areReal = discoveries(changes.map(({ probability }) => probability))
  const [largest] = changes
    .filter((_, index) => areReal[index])
    .toSorted((a, b) => a.probability - b.probability || Math.abs(b.runs) - Math.abs(a.runs))
  return largest?.change ?? null
}

function changesOf({ funnel, days }: TrendReport, week: DayRange) {
  const byDay = new Map(days.map((one) => [one.day, one]))
  const pairs = daysOf(week).map((day) => [byDay.get(day), byDay.get(shiftDay(day, -7))] as const)
  const steps = days[0]?.lost.map((_, index) => index + 1) ?? []
  return steps.flatMap((step) => {
    const strata = pairs.map(([day, weekEarlier]) => {
      const [now, before] = [countsAt(day, step), countsAt(weekEarlier, step)]
      return {
        exposed: now.entered,
        exposedLost: now.lost,
        others: before.entered,
        othersLost: before.lost,
      }
    })
    const compared = riskDifference(strata)
    if (!compared || compared.deviation === 0) return []
    const { difference, deviation } = compared
    const sum = (name: keyof (typeof strata)[number]) => strata.reduce((all, one) => all + one[name], 0)
    const runs = difference.value * sum('exposed')
    const change: LossChange = {
      funnel,
      step,
      lossRate: rate(sum('exposedLost'), sum('exposed')),
      lossRateBefore: rate(sum('othersLost'), sum('others')),
      difference,
      runs,
    }
    return [{ change, runs, probability: 2 * normalTail(Math.abs(difference.value) / deviation) }]
  })
}

function countsAt(day: TrendReport['days'][number] | undefined, step: number) {
  const { stages = [], lost = [] } = day ?? {}
  const ofStep = lost[step - 1] ?? 0
  // Runs that may still continue the step are in neither number.
  return { entered: (stages[step] ?? 0) + ofStep, lost: ofStep }
}
