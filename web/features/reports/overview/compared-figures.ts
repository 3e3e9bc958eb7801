import type { DayOf } from '#domain/reports/day-of.ts'
import type { OverviewReport } from '#domain/reports/overview/shape.ts'
import type { ReportTime } from '#web/features/reports/filters/report-time.ts'
import { dayRange, longDay } from '#web/features/reports/words/number-format.ts'
import { type Counted, addUp } from './measures.ts'

type Totals = Pick<OverviewReport['totals'], 'days' | 'daysBefore' | 'hours' | 'hoursBefore'>

type Hour = NonNullable<Totals['hours']>[number]

export interface ComparedFigures {
  now: Counted
  before: Counted
}

/**
 * Returns the figures that are compared with those of another period: of the days that are over or, if the range consists
 * of the running day alone, of its hours that are over. Returns undefined if nothing is over. A running day never counts as
 * a whole one, and orders that were placed after these hours count on neither day.
 */
export function comparedFigures(
  totals: Totals,
  until: ReportTime,
  dayOf: DayOf,
): ComparedFigures | undefined {
  const { days, daysBefore, hours = [], hoursBefore = [] } = totals
  const over = days.filter(({ day }) => day < until.day).length
  if (over > 0) return { now: addUp(days.slice(0, over)), before: addUp(daysBefore.slice(0, over)) }
  const isOver = ({ hour }: { hour: string }) => hour < until.hour
  const [running] = days
  const hoursOver = hours.filter((one) => one.day === until.day && isOver(one))
  if (running?.day !== until.day || hoursOver.length === 0) return undefined
  const day = daysBefore[0]?.day
  const add = (some: readonly Hour[]) => addUp(some.map((one) => placedSoFar(one, dayOf)))
  return { now: add(hoursOver), before: add(hoursBefore.filter((one) => one.day === day && isOver(one))) }
}

/** Returns the figures of an hour with the orders that were placed in it instead of those of its runs. */
function placedSoFar({ sameDay, ...hour }: Hour, dayOf: DayOf): Counted {
  return { ...hour, ...(dayOf === 'start' && sameDay), completed: sameDay.orders }
}

/** Says in German what is compared with what. */
export function comparisonWords(
  { days, daysBefore }: Totals,
  before: OverviewReport['before'],
  until: ReportTime,
): string {
  const over = days.filter(({ day }) => day < until.day)
  if (over.length === 0) return hoursWords(days[0]?.day, before.from, until)
  const last = daysBefore[over.length - 1]?.day ?? before.to
  const compared = `im Vergleich mit ${dayRange(before.from, last)}`
  return over.length === days.length
    ? `Mehr und weniger ${compared}.`
    : `Mehr und weniger ohne den ${longDay(until.day)}, der noch läuft, ${compared}.`
}

function hoursWords(day: string | undefined, before: string, until: ReportTime): string {
  if (day !== until.day)
    return 'Von diesem Zeitraum ist noch kein Tag vorbei, verglichen wird deshalb nichts.'
  const hour = Number(until.hour)
  return hour === 0
    ? `Der ${longDay(day)} läuft noch; verglichen wird ab 1 Uhr, immer die vollen Stunden.`
    : `Der ${longDay(day)} läuft noch. Mehr und weniger: was von 0 bis ${hour} Uhr begonnen und bestellt wurde, im Vergleich mit denselben Stunden am ${longDay(before)}.`
}
