import type { Range } from './recount-figures.ts'
import { daysIn, salesOf } from './recount-figures.ts'
import { type KnownRun, berlin } from './recount-runs.ts'

// Counts orders by the day on which they were placed, independently of the service.

export const placedOn = ({ order }: KnownRun) => (order ? berlin(order.at) : undefined)

/** Returns the runs whose order was placed in the range. */
export function placedWithin(runs: readonly KnownRun[], { from, to }: Range): KnownRun[] {
  return runs.filter((run) => {
    const day = placedOn(run)
    return day !== undefined && day >= from && day <= to
  })
}

/** Returns the sales of a range: the runs that started, and the orders that were placed. */
function mixedSales(runs: readonly KnownRun[], range: Range) {
  const started = runs.filter(({ day }) => day >= range.from && day <= range.to)
  const { orders, revenueCents, netRevenueCents } = salesOf(placedWithin(runs, range))
  return { runs: started.length, orders, revenueCents, netRevenueCents, completed: salesOf(started).orders }
}

/** Returns the figures of an overview that counts orders on the day on which they were placed. */
export function placedOverview(runs: readonly KnownRun[], range: Range, before: Range) {
  const rated = (one: Range) => {
    const sales = mixedSales(runs, one)
    return { ...sales, conversionRate: sales.runs === 0 ? 0 : sales.completed / sales.runs }
  }
  const daily = (one: Range) =>
    daysIn(one).map((day) => ({ day, ...mixedSales(runs, { from: day, to: day }) }))
  return { ...rated(range), before: rated(before), days: daily(range), daysBefore: daily(before) }
}

/** Returns the run with its order credited on the day of the order and nothing credited for the run itself. */
export function onlyOrder(run: KnownRun): KnownRun {
  const ofOrder = [...run.credits].filter(([, { orders, revenueCents }]) => orders + revenueCents > 0)
  return { ...run, credits: new Map(ofOrder.map(([name, credit]) => [name, { ...credit, runs: 0 }])) }
}
