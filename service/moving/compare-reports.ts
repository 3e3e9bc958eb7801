import { attributionModels, touchDimensions } from '#domain/attribution.ts'
import { berlinDay } from '#domain/berlin-time.ts'
import { funnels } from '#domain/funnels/index.ts'
import { longestRange } from '#domain/reports/report-shapes.ts'
import type { Store } from '#db/store.ts'
import { reportRoutes } from '../routes/reports.ts'

const day = 24 * 3600 * 1000

/** From the earliest to the latest event, by their corrected times in ms. */
export interface Span {
  first: number
  last: number
}

/** Asks both stores for every report about a span and answers how many there were; throws at the first difference. */
export async function compareReports(from: Store, to: Store, span: Span): Promise<number> {
  const [one, other] = [from, to].map((store) =>
    // Nobody else can reach them.
    reportRoutes({ webhookConfigured: false, store, access: (_, next) => next(), now: Date.now }),
  )
  let compared = 0
  for (const path of reportPaths(span)) {
    const [left, right] = await Promise.all([one!.request(path), other!.request(path)])
    const [expected, found] = await Promise.all([left.text(), right.text()])
    const wrong = [left, right].find(({ ok }) => !ok)
    if (wrong) throw new Error(`${path} answers ${wrong.status}`)
    if (expected !== found)
      throw new Error(
        `${path} is not the same on both sides. If the rules of the reports have changed since the source was ` +
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
    ...attributionModels.flatMap((model) =>
      touchDimensions.map((by) => `/api/reports/attribution?${range}&model=${model}&by=${by}`),
    ),
    // As a file it has all of them, without pages.
    `/api/reports/orders.csv?${range}`,
  ])
}

/** A range ends before the longest one that a report takes. */
function rangesBetween(from: number, to: number): string[] {
  const step = (longestRange - 1) * day
  const ranges: string[] = []
  for (let start = from; start <= to; start += step + day)
    ranges.push(`from=${berlinDay(start)}&to=${berlinDay(Math.min(start + step, to))}`)
  return ranges
}
