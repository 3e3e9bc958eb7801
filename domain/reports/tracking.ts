import { compareText, rate } from './rows.ts'
import type { QualityReport } from './quality-shapes.ts'

type Tracking = QualityReport['tracking']
type Loss = Tracking['days'][number]

export interface TrackedOrders {
  funnel: string
  day: string
  /** `tracking:<browser>:<missing>` (domain/run-measures.ts); measures of other kinds are passed over. */
  measures: readonly { measure: string; runs: number }[]
}

interface Orders {
  day: string
  browser: string
  orders: number
  expected: number
  missing: number
}

/**
 * What of the tracking before orders never arrived. `stepsOf` is the number of steps of a funnel, the last of them the
 * order: before it the start and every other step should have come.
 */
export function trackingReport(
  days: readonly string[],
  stepsOf: (funnel: string) => number,
  counted: readonly TrackedOrders[],
): Tracking {
  const all = counted.flatMap(({ funnel, day, measures }) =>
    measures.flatMap((one) => readOrders({ day, expected: stepsOf(funnel) }, one)),
  )
  const browsers = [...Map.groupBy(all, ({ browser }) => browser)].map(([browser, orders]) => ({
    browser,
    ...lossOf(orders),
  }))
  return {
    ...lossOf(all),
    browsers: browsers.toSorted((a, b) => b.orders - a.orders || compareText(a.browser, b.browser)),
    days: days.map((day) => ({ day, ...lossOf(all.filter((orders) => orders.day === day)) })),
  }
}

function readOrders(
  { day, expected }: { day: string; expected: number },
  { measure, runs }: { measure: string; runs: number },
): Orders[] {
  // A browser's name may hold anything, also a colon.
  const read = /^tracking:(.*):(\d+)$/su.exec(measure)
  if (!read) return []
  const [, browser, missing] = read
  return [
    { day, browser: browser!, orders: runs, expected: expected * runs, missing: Number(missing) * runs },
  ]
}

function lossOf(orders: readonly Orders[]): Omit<Loss, 'day'> {
  const sum = (name: 'orders' | 'expected' | 'missing') => orders.reduce((total, one) => total + one[name], 0)
  const [expected, missing] = [sum('expected'), sum('missing')]
  return { orders: sum('orders'), expected, missing, lossRate: rate(missing, expected) }
}
