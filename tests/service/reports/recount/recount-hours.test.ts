import { expect, test } from 'vitest'
import { trendContract } from '#domain/reports/drop-off/shape.ts'
import { overviewContract } from '#domain/reports/overview/shape.ts'
import { type Range, daysIn, matches, outcomeOf, overviewOf, salesOf, within } from './recount-figures.ts'
import { describeRecount } from './recount-engines.ts'
import type { KnownRun } from './recount-runs.ts'

// Compares every figure by hour with a figure computed independently from the raw events.

const formatted = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
})

/** Returns the hours of a day in Berlin with their minutes: all UTC hours of three days that are called that. */
function hoursIn(day: string): { hour: string; minutes: number }[] {
  const minutes = new Map<string, number>()
  for (let at = -24; at < 48; at++) {
    const [date, hour = ''] = formatted.format(Date.parse(day) + at * 3600 * 1000).split(' ')
    if (date === day) minutes.set(hour, (minutes.get(hour) ?? 0) + 60)
  }
  return [...minutes].map(([hour, length]) => ({ hour, minutes: length }))
}

function byHour<Figures>(
  runs: readonly KnownRun[],
  range: Range,
  figures: (some: readonly KnownRun[]) => Figures,
) {
  return daysIn(range).flatMap((day) =>
    hoursIn(day).map(({ hour, minutes }) => ({
      day,
      hour,
      minutes,
      ...figures(runs.filter((run) => run.day === day && run.hour === hour)),
    })),
  )
}

/** Adds the orders that were placed in each hour, of the runs that started on the same day. */
function withSameDay<Hour extends { day: string; hour: string }>(
  runs: readonly KnownRun[],
  hours: readonly Hour[],
) {
  return hours.map((one) => {
    const own = runs.filter(
      ({ day, order }) => order && day === one.day && formatted.format(order.at) === `${one.day} ${one.hour}`,
    )
    const { orders, revenueCents, netRevenueCents } = salesOf(own)
    return { ...one, sameDay: { orders, revenueCents, netRevenueCents } }
  })
}

describeRecount('figures by hour', (worlds) => {
  test('overview', () =>
    worlds().inEveryWorld(async ({ past, runs, range, before }) => {
      const query = { ...range, ...past, per: 'hour' }
      const { totals, funnels } = await worlds().ask(overviewContract.shape, 'overview', query)
      const expected = overviewOf(runs, range, before)
      const hourly = (some: readonly KnownRun[]) => ({
        hours: withSameDay(some, byHour(some, range, salesOf)),
        hoursBefore: withSameDay(some, byHour(some, before, salesOf)),
      })
      expect(totals).toEqual({ ...expected.totals, ...hourly(runs) })
      expect(funnels).toEqual(
        expected.funnels.map((one) => ({
          ...one,
          ...hourly(runs.filter(({ funnel }) => funnel === one.funnel)),
        })),
      )
    }))

  test('drop-off', () =>
    worlds().inEveryWorld(async ({ past, runs, range, funnel, filter }) => {
      const query = { funnel, ...range, ...filter, ...past, funnelVersion: 1, per: 'hour' }
      const report = await worlds().ask(trendContract.shape, 'drop-off/trend', query)
      const counted = within(runs, range).filter(
        (run) => run.funnel === funnel && run.version === 1 && matches(run, filter),
      )
      expect(report.hours).toEqual(byHour(counted, range, outcomeOf))
      expect(report.days).toEqual(
        daysIn(range).map((day) => ({ day, ...outcomeOf(counted.filter((run) => run.day === day)) })),
      )
    }))
})
