import { attributionModels, touchDimensions } from '#domain/attribution/credit-touches.ts'
import { berlinDay, startOfDay } from '#domain/time/berlin-time.ts'
import { funnels } from '#domain/funnels/index.ts'
import { defaultPeriods } from '#domain/retention/default-periods.ts'
import { maxRangeDays } from '#domain/reports/parameters.ts'
import { runDimensions } from '#domain/runs/dimensions.ts'
import type { Store } from '#db/ports/store.ts'
import { reportRoutes } from '#service/reports/routes.ts'

const day = 24 * 3600 * 1000

/** Times of the earliest and the latest event, in ms since the epoch, corrected for errors of the clients' clocks. */
export interface Span {
  first: number
  last: number
}

/**
 * Requests the drop-off, attribution and order reports of a span from both stores. Returns the number of compared
 * reports. Throws at the first difference.
 */
export async function compareReports(from: Store, to: Store, span: Span): Promise<number> {
  // Both stores get the same current time, because the status of an order depends on it.
  const at = Date.now()
  const { unpaid } = defaultPeriods
  const [one, other] = [from, to].map((store) =>
    // These routes are not reachable from outside, so they need no access check.
    reportRoutes({
      webhookConfigured: false,
      testPayments: false,
      letterService: false,
      store,
      access: (_, next) => next(),
      unpaid,
      now: () => at,
    }),
  )
  let compared = 0
  for (const path of reportPaths(span)) {
    const [left, right] = await Promise.all([one!.request(path), other!.request(path)])
    const [expected, found] = await Promise.all([left.text(), right.text()])
    const wrong = [left, right].find(({ ok }) => !ok)
    if (wrong) throw new Error(`${path} returned ${wrong.status}`)
    if (expected !== found)
      throw new Error(
        `${path} differs between the two stores. If the rules of the reports have changed since the source was ` +
          'last projected, run projections:rebuild on the source first',
      )
    compared += 1
  }
  return compared
}

function reportPaths({ first, last }: Span): string[] {
  return rangesBetween(first, last).flatMap((range) => [
    ...funnels.flatMap(({ type }) =>
      ['', '&device=mobile', '&device=tablet', '&device=desktop', '&source=(none)'].map(
        (segment) => `/api/reports/drop-off?${range}&funnel=${type}${segment}`,
      ),
    ),
    ...funnels.flatMap(({ type }) =>
      runDimensions.map((by) => `/api/reports/drop-off/breakdown?${range}&funnel=${type}&by=${by}`),
    ),
    ...attributionModels.flatMap((model) =>
      touchDimensions.map((by) => `/api/reports/attribution?${range}&model=${model}&by=${by}`),
    ),
    `/api/reports/attribution/paths?${range}`,
    `/api/reports/attribution/roas?${range}`,
    `/api/reports/cohorts?${range}`,
    `/api/reports/experiments/variants?${range}`,
    // The CSV file contains all orders, while the JSON response contains one page.
    `/api/reports/orders.csv?${range}`,
  ])
}

/** Splits a span into ranges of at most `maxRangeDays`. Returns the query parameters of each range. */
function rangesBetween(from: number, to: number): string[] {
  const step = (maxRangeDays - 1) * day
  const ranges: string[] = []
  // Count from noon, so that the hour of a clock change never leads to another day.
  for (let start = noonOf(from); start <= noonOf(to); start += step + day)
    ranges.push(`from=${berlinDay(start)}&to=${berlinDay(Math.min(start + step, to))}`)
  return ranges
}

const noonOf = (at: number) => startOfDay(berlinDay(at)) + day / 2
