import type { OperationalEventOf } from '#domain/operations/operational-event.ts'
import { noticeVersions } from '#domain/reports/annotations/noticed.ts'
import { type DayRange, dayAfter, daysOf } from '#domain/reports/day-range.ts'
import { type CountedRejections, fieldsRejectedIn } from '#domain/reports/rejections/compute.ts'
import { compareText, rate } from '#domain/reports/rows.ts'
import type { Price } from '#domain/reports/watch/estimate-loss.ts'
import { type WatchedSeries, hoursPerDay, isCount } from '#domain/reports/watch/series.ts'
import { runSteps } from '#domain/reports/watch/steps.ts'
import { type Finding, watchInSteps } from '#domain/reports/watch/watch.ts'
import { hours } from '#domain/runs/dimensions.ts'
import { berlinDay, berlinHour, startOfDay } from '#domain/time/berlin-time.ts'
import { hourMs, isoTime } from '#domain/time/durations.ts'
import { isNationwideHoliday } from '#domain/time/public-holidays.ts'
import type { Alert, AlertsReport } from './shape.ts'

export interface AlertsData {
  asOfPosition: number
  /** First day of the series. Slots are counted from it. */
  first: string
  series: readonly WatchedSeries[]
  prices: ReadonlyMap<string, Price>
  /** Runs by funnel, version (the key) and day. */
  versions: readonly { funnel: string; key: string; day: string; runs: number }[]
  releases: readonly OperationalEventOf<'released'>[]
  /** Interruptions of the receivers of messages, in ms since the epoch. */
  stops: readonly { destination: string; stoppedAt: number; resumedAt: number | null }[]
  rejections: readonly CountedRejections[]
  /** ms since the epoch */
  now: number
}

/** Time in ms after the end of an hour until its runs have ended or lapsed, so that it can be examined. */
const settleMs = hourMs

/** Days after the range that are read, because a fault may end after it. */
export const followDays = 7

/** Returns the report on the faults that began on the days of a range. */
export function alertsReport(range: DayRange, data: AlertsData): AlertsReport {
  return runSteps(alertsReportInSteps(range, data))
}

/** Does the same in short steps, between which the caller can do other work. */
export function* alertsReportInSteps(
  { from, to }: DayRange,
  data: AlertsData,
): Generator<void, AlertsReport> {
  const { asOfPosition, series, prices, now } = data
  const clock = hourClock(data.first)
  const range = { from: clock.hourOf(from), to: clock.hourOf(dayAfter(to)) }
  const settled = clock.hourAt(now - settleMs)
  const examined = { from: range.from, to: Math.min(range.to + followDays * hoursPerDay, settled) }
  const holidays = daysOf({ from: data.first, to: clock.dayOf(examined.to) })
    .filter((day) => isNationwideHoliday(Date.parse(day)))
    .map(clock.hourOf)
  const findings = yield* watchInSteps(series, examined, { prices, holidays })
  const found = findings.filter(({ period }) => period.from >= range.from && period.from < range.to)
  return {
    from,
    to,
    timezone: 'Europe/Berlin',
    asOfPosition,
    examinedUntil: isoTime(clock.startOf(Math.max(range.from, Math.min(range.to, settled)))),
    alerts: [...found.map((one) => alertOf(one, data, clock)), ...stopAlerts({ from, to }, data)].toSorted(
      (a, b) => compareText(a.startedAt, b.startedAt) || compareText(a.id, b.id),
    ),
  }
}

/** Hours that are counted from midnight of a day, as if all days had 24. */
function hourClock(first: string) {
  const hourOf = (day: string) => Math.round((Date.parse(day) - Date.parse(first)) / hourMs)
  const dayOf = (hour: number) => new Date(Date.parse(first) + hour * hourMs).toISOString().slice(0, 10)
  return {
    hourOf,
    /** Returns the number of the hour that contains an instant. */
    hourAt: (at: number) => hourOf(berlinDay(at)) + berlinHour(at),
    dayOf,
    /** Returns the instant at which an hour begins. The hour that is left out in spring begins with the next one. */
    startOf(hour: number): number {
      const day = dayOf(hour)
      const inDay = hour - hourOf(day)
      const at = startOfDay(day) + inDay * hourMs
      // On a day with 23 or 25 hours, the clock is an hour ahead or behind after the change.
      const corrected = at + (inDay - berlinHour(at)) * hourMs
      return berlinHour(corrected) === inDay ? corrected : at
    },
  }
}

type Clock = ReturnType<typeof hourClock>

function alertOf(finding: Finding, data: AlertsData, clock: Clock): Alert {
  const { subject, period, closedAt, hits, all, usual, loss, probability } = finding
  const { kind, funnel, step, field, rule } = subject
  const instant = (hour: number) => isoTime(clock.startOf(hour))
  const day = clock.dayOf(period.from)
  const counted = isCount(subject)
  return {
    id: [kind, funnel, step, field, rule, day, hours[period.from % hoursPerDay]]
      .filter((part) => part !== null)
      .join(':'),
    kind,
    step,
    field,
    rule,
    funnels: finding.funnels,
    byFunnel: finding.byFunnel.map((one) => ({
      funnel: one.funnel,
      step: one.step,
      faulty: one.hits,
      watched: one.all,
    })),
    slices: finding.slices,
    day,
    hour: hours[period.from % hoursPerDay]!,
    startedAt: instant(period.from),
    lastAt: closedAt === null ? null : instant(period.to),
    foundAt: instant(finding.foundAt),
    closedAt: closedAt === null ? null : instant(closedAt),
    ...beginOf(day, finding.funnels, data),
    faulty: hits,
    watched: counted ? null : all,
    faultyRate: counted ? null : rate(hits, all),
    usualRate: counted ? null : usual,
    usualCount: counted ? rounded(usual) : null,
    probability,
    lostOrders: loss && rounded(loss.orders),
    lostRevenueCents: loss && loss.cents,
    explains: finding.explained.map((one) => ({ ...one })),
    rejectedFields:
      kind === 'rejected'
        ? fieldsRejectedIn(data.rejections, {
            since: clock.startOf(period.from),
            until: clock.startOf(period.to),
          })
        : [],
    apparentLosses: finding.apparent,
  }
}

const rounded = (value: number) => Math.round(value * 10) / 10

/** Returns what else began on the day: the release of the service and the versions of the funnels. */
function beginOf(
  day: string,
  funnels: readonly string[],
  { releases, versions }: AlertsData,
): Pick<Alert, 'release' | 'funnelVersions'> {
  const release = releases.findLast((event) => event.day === day || dayAfter(event.day) === day)
  const firsts = noticeVersions(versions)
  const present = versions.filter((one) => one.day === day && one.runs > 0 && funnels.includes(one.funnel))
  return {
    release: release?.data.version ?? null,
    funnelVersions: present
      .map(({ funnel, key }) => ({
        funnel,
        version: Number(key),
        isNew: firsts.some((one) => one.funnel === funnel && one.subject === key && one.day === day),
      }))
      .toSorted((a, b) => compareText(a.funnel, b.funnel) || a.version - b.version),
  }
}

/** Returns the interruptions of receivers. They are facts and need no test. */
function stopAlerts(range: DayRange, { stops }: AlertsData): Alert[] {
  const days = new Set(daysOf(range))
  return stops.flatMap(({ destination, stoppedAt, resumedAt }): Alert[] => {
    const day = berlinDay(stoppedAt)
    if (!days.has(day)) return []
    const at = isoTime(stoppedAt)
    const end = resumedAt === null ? null : isoTime(resumedAt)
    return [
      {
        id: `receiver_stopped:${destination}:${stoppedAt}`,
        kind: 'receiver_stopped',
        step: null,
        field: destination,
        rule: null,
        funnels: [],
        slices: [],
        day,
        hour: hours[berlinHour(stoppedAt)]!,
        startedAt: at,
        lastAt: end,
        foundAt: at,
        closedAt: end,
        release: null,
        funnelVersions: [],
        faulty: 1,
        watched: null,
        faultyRate: null,
        usualRate: null,
        usualCount: null,
        probability: null,
        lostOrders: null,
        lostRevenueCents: null,
        explains: [],
        rejectedFields: [],
        apparentLosses: [],
      },
    ]
  })
}
