import { funnels } from '#domain/funnels/index.ts'
import { shiftDay } from '#domain/reports/day-range.ts'
import { type GoalsData, goalsReport } from '#domain/reports/goals/compute.ts'
import { goalsCsv } from '#domain/reports/goals/csv.ts'
import { forecastDays } from '#domain/reports/goals/forecast.ts'
import { daysOfMonth, monthOf, shiftMonth } from '#domain/reports/goals/months.ts'
import { goalsContract } from '#domain/reports/goals/shape.ts'
import { readGoalEvents } from '#service/goals/read-goals.ts'
import { defineReport } from '#service/reports/define/define-report.ts'
import { readAtOnePosition } from '#service/reports/read/at-one-position.ts'
import { dayOfReport } from './day-of-report.ts'

const types = funnels.map(({ type }) => type)

/** Months after the running one whose goals are listed. */
const plannedMonths = 24

interface Read extends GoalsData {
  asOfPosition: number
  at: number
  today: string
}

export const goals = defineReport({
  contract: goalsContract,
  summary: 'Goals of months, what has been reached, and what is expected at the end of the running month',
  past: { countedBy: 'order' },
  async read(source, query): Promise<Read> {
    const { from, to, funnel, asOf } = query
    const { reports, store } = source
    const range = { from: `${monthOf(from)}-01`, to: daysOfMonth(monthOf(to)).to }
    const ofFunnels = funnel === undefined ? types : [funnel]
    let day = { at: 0, today: '' }
    const [placed, timed] = await readAtOnePosition(async () => {
      const facts = await reports.attributionModels({
        ...range,
        funnels: ofFunnels,
        by: 'placed:order',
        daily: true,
        keyPrefix: 'completed',
        kinds: [],
      })
      day = await dayOfReport(source, query, facts.asOfPosition)
      const isRunning = day.today >= range.from && day.today <= range.to
      const times = isRunning
        ? await reports.orderTimes({
            from: shiftDay(day.today, -forecastDays),
            to: day.today,
            funnels: ofFunnels,
            segment: {},
            dayOf: 'order',
          })
        : { ...facts, groups: [] }
      return [facts, times] as const
    })
    const { asOfPosition } = placed
    const { at, today } = day
    const last = [monthOf(to), shiftMonth(monthOf(today), plannedMonths)].toSorted().at(-1)!
    // Without `asOf`, goals are shown as soon as they are set, even if the orders are a moment behind.
    const upTo = asOf === undefined ? {} : { upTo: asOfPosition }
    const first = [monthOf(from), monthOf(today)].toSorted()[0]!
    const events = await readGoalEvents(store.operations, { first, last, ...upTo })
    return { asOfPosition, at, today, goals: events, facts: placed.rows, times: timed.groups }
  },
  compute: ({ asOfPosition, at, today, ...data }, { from, to, funnel }) =>
    goalsReport(
      { from, to, at, today, asOfPosition, funnels: funnel === undefined ? [null, ...types] : [funnel] },
      data,
    ),
  csv: { fileName: ({ from, to }) => `goals-${from}-${to}`, table: goalsCsv },
})
