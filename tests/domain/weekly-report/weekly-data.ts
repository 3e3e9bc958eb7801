import type { Alert } from '#domain/reports/alerts/shape.ts'
import { daysOf } from '#domain/reports/day-range.ts'
import type { FieldsReport, TrendReport } from '#domain/reports/drop-off/shape.ts'
import type { InboxEntry, InboxReport } from '#domain/reports/inbox/shape.ts'
import type { OverviewReport } from '#domain/reports/overview/shape.ts'
import type { PastFigures } from '#domain/weekly-report/past-changes.ts'
import type { WaitingOrders, WeeklyData } from '#domain/weekly-report/weekly-report.ts'

export const week = { from: '2026-11-16', to: '2026-11-22' }
export const weekBefore = { from: '2026-11-09', to: '2026-11-15' }

export interface DayFigures {
  runs: number
  orders: number
  netRevenueCents: number
}

/** Returns the overview of the two weeks, with one row per day from Monday. */
export function overviewOf(days: readonly DayFigures[], before: readonly DayFigures[]): OverviewReport {
  const rows = (figures: readonly DayFigures[], range: typeof week) =>
    daysOf(range).map((day, index) => {
      const { runs, orders, netRevenueCents } = figures[index]!
      return { day, runs, orders, completed: orders, netRevenueCents, revenueCents: netRevenueCents }
    })
  const total = (some: readonly ReturnType<typeof rows>[number][]) => {
    const sum = (name: 'runs' | 'orders' | 'netRevenueCents') => some.reduce((all, one) => all + one[name], 0)
    const [runs, orders, netRevenueCents] = [sum('runs'), sum('orders'), sum('netRevenueCents')]
    const conversionRate = runs === 0 ? 0 : orders / runs
    return {
      runs,
      orders,
      completed: orders,
      netRevenueCents,
      revenueCents: netRevenueCents,
      conversionRate,
    }
  }
  const [now, then] = [rows(days, week), rows(before, weekBefore)]
  return {
    ...week,
    dayOf: 'start',
    before: weekBefore,
    timezone: 'Europe/Berlin',
    asOfPosition: 900,
    funnels: [],
    totals: { ...total(now), before: total(then), days: now, daysBefore: then },
  }
}

/** Runs of a day: those that started, and those that were lost at each step. */
type Losses = readonly [runs: number, ...lost: number[]]

/** Returns the runs that reached each stage, if `lost` were lost at each step. */
export function stagesOf(runs: number, lost: readonly number[]): number[] {
  return [runs, ...lost.map((_, step) => runs - lost.slice(0, step + 1).reduce((all, one) => all + one, 0))]
}

/** Returns the drop-off of both weeks. Each week has the same runs on all its days. */
export function trendOf(funnel: string, before: Losses, now: Losses): TrendReport {
  const rows = ([runs, ...lost]: Losses, range: typeof week) =>
    daysOf(range).map((day) => {
      const stages = stagesOf(runs, lost)
      const completed = stages.at(-1)!
      return {
        day,
        stages,
        lost,
        completed,
        abandoned: runs - completed,
        open: 0,
        recovered: 0,
        revenueCents: 0,
        netRevenueCents: 0,
        conversionRate: completed / runs,
      }
    })
  return {
    funnel,
    funnelVersion: 1,
    funnelVersions: [],
    from: weekBefore.from,
    to: week.to,
    timezone: 'Europe/Berlin',
    asOfPosition: 900,
    days: [...rows(before, weekBefore), ...rows(now, week)],
  }
}

export function fieldRow(field: string, rule: 'format' | 'required', cents: [number, number, number]) {
  const [low, value, high] = cents
  const estimate = (by: number) => ({ value: value / by, low: low / by, high: high / by })
  const row: FieldsReport['rows'][number] = {
    step: 1,
    stepName: 'person',
    field,
    label: `Feld ${field}`,
    rule,
    runs: 40,
    share: 0.1,
    gaveUp: 20,
    gaveUpRate: 0.5,
    lostCents: 99,
    othersRate: 0.1,
    excess: { runs: estimate(4999), orders: estimate(4999), revenueCents: estimate(1) },
    runsByDay: [],
  }
  return row
}

export function fieldsOf(funnel: string, rows: FieldsReport['rows']): FieldsReport {
  return {
    funnel,
    funnelVersion: 1,
    funnelVersions: [],
    ...week,
    timezone: 'Europe/Berlin',
    asOfPosition: 900,
    rows,
  }
}

export function alertOf(over: Partial<Alert> = {}): Alert {
  return {
    id: 'message',
    kind: 'message',
    step: 3,
    field: 'iban',
    rule: 'checksum',
    funnels: ['anmeldung'],
    slices: [],
    day: '2026-11-19',
    hour: '08',
    startedAt: '2026-11-19T07:00:00.000Z',
    lastAt: null,
    foundAt: '2026-11-19T09:00:00.000Z',
    closedAt: null,
    release: null,
    funnelVersions: [],
    faulty: 41,
    watched: 60,
    faultyRate: 41 / 60,
    usualRate: 0.023,
    usualCount: null,
    probability: 1e-9,
    lostOrders: 7.1,
    lostRevenueCents: 35_493,
    explains: [],
    rejectedFields: [],
    apparentLosses: [],
    ...over,
  }
}

/** Returns the inbox with an alert for each of the findings, which is closed if the fault is over. */
export function inboxOf(...alerts: readonly Alert[]): InboxReport {
  const entries = alerts.map((alert, index): InboxEntry => ({
    id: String(index + 1),
    alert,
    examinedUntil: '2026-11-23T04:00:00.000Z',
    openedAt: alert.foundAt,
    closedAt: alert.lastAt,
    reason: alert.lastAt === null ? null : 'over',
    mute: null,
  }))
  return {
    asOfPosition: 900,
    open: entries.filter(({ closedAt }) => closedAt === null),
    closed: entries.filter(({ closedAt }) => closedAt !== null),
  }
}

export const pastOf = (over: Partial<PastFigures> = {}): PastFigures => ({
  runs: 400,
  orders: 50,
  netRevenueCents: 200_000,
  paid: 45,
  withdrawn: 1,
  failed: 0,
  refunded: 0,
  ...over,
})

const oneDay = { runs: 60, orders: 8, netRevenueCents: 35_000 }
export const sevenDays = (figures: DayFigures = oneDay): DayFigures[] =>
  Array.from({ length: 7 }, () => figures)

export const waitingOrders = (orders: number): WaitingOrders => ({
  orders,
  days: { from: '2024-09-15', to: '2026-11-23' },
  works: ['decide', 'refund', 'failed', 'send'],
})

/** Data of a site in which nothing is unusual. */
export function weeklyData(over: Partial<WeeklyData> = {}): WeeklyData {
  return {
    week,
    asOf: { position: 900, at: Date.parse('2026-11-23T07:00:00+01:00') },
    firstDay: '2026-08-01',
    overview: overviewOf(sevenDays(), sevenDays()),
    trends: [],
    fields: [],
    past: null,
    inbox: inboxOf(),
    waiting: waitingOrders(0),
    ...over,
  }
}
