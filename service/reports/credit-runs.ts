import type { z } from 'zod'
import type { ReportStore, RunPlace, RunsQuery } from '#db/report-store.ts'
import {
  type AttributionModel,
  type CreditDimension,
  attributionModels,
  creditUnit,
  sourceCampaignKey,
  touchDimensions,
} from '#domain/attribution.ts'
import { shownCredits } from '#domain/reports/attribution.ts'
import { listRun } from '#domain/reports/list-run.ts'
import type { GivenCredit, ListedRun, runsQuerySchema } from '#domain/reports/run-shapes.ts'
import { creditsUnder } from '#domain/run-credits.ts'
import type { RunState } from '#domain/run-state.ts'
import { wrongParameter } from './read-query.ts'
import { type RunListPage, stateOf } from './run-pages.ts'

export interface CreditFigure {
  model: AttributionModel
  dimension: CreditDimension
  key: string
}

type FigureQuery = Pick<z.output<typeof runsQuerySchema>, 'figure' | 'source'>

/** Undefined for a figure of another kind. Throws a 400 problem for a model or dimension that there is not. */
export function readCreditFigure({ figure, source }: FigureQuery): CreditFigure | undefined {
  const [, named, by, key] = /^credit:(\w+):(\w+):(.+)$/su.exec(figure) ?? []
  if (key === undefined) return undefined
  const model = attributionModels.find((one) => one === named)
  const dimension = touchDimensions.find((one) => one === by)
  if (!model || !dimension)
    throw wrongParameter(
      'figure',
      `read ${JSON.stringify(figure.slice(0, 100))}, credits are of ${attributionModels.join(', ')} and by ${touchDimensions.join(', ')}`,
    )
  if (source === undefined) return { model, dimension, key }
  if (dimension !== 'campaign')
    throw wrongParameter('source', 'can be given with credits by campaign only, which it then tells apart')
  return { model, dimension: 'sourceCampaign', key: sourceCampaignKey(source, key) }
}

/** Runs that are read at once, and looked through for one page: a quarter of a second. */
const readAtOnce = 500
const looksThrough = 5000

/**
 * One page of the runs that give to a key, each with what it gives. No index knows them: all runs of the days are looked
 * through, and what each gives is worked out as it was for the report, so the page may be short or empty before the end.
 */
export async function readCreditPage(
  reports: Pick<ReportStore, 'runsOf'>,
  { asked, figure }: { asked: Omit<RunsQuery, 'before' | 'limit'>; figure: CreditFigure },
  size: number,
  before: RunPlace | undefined,
): Promise<RunListPage> {
  const rows: ListedRun[] = []
  let [asOfPosition, next] = [0, before ?? null]
  for (let looked = 0; looked < looksThrough; looked += readAtOnce) {
    const page = await reports.runsOf({ ...asked, limit: readAtOnce, ...(next && { before: next }) })
    asOfPosition = page.asOfPosition
    for (const { startedAt, runId, ...row } of page.rows) {
      const state = stateOf({ startedAt, runId, ...row })
      const credit = creditTo(figure, state)
      if (credit) rows.push({ ...listRun(state), credit })
      if (rows.length === size) return { asOfPosition, total: null, rows, next: { startedAt, runId } }
    }
    next = page.next
    if (!next) break
  }
  // How many there are is known only when one page shows them all.
  return { asOfPosition, total: before || next ? null : rows.length, rows, next }
}

/**
 * What all runs give to a key, read from the sums that the report with the figure reads; null where only some of the runs
 * are asked for, by a segment or a version.
 */
export async function readCreditSum(
  reports: Pick<ReportStore, 'attributionModels'>,
  asked: Omit<RunsQuery, 'before' | 'limit'>,
  { model, dimension, key }: CreditFigure,
): Promise<GivenCredit | null> {
  const { from, to, funnels, version, segment } = asked
  if (version !== undefined || Object.keys(segment).length > 0) return null
  const { rows } = await reports.attributionModels({ from, to, funnels, by: dimension, keyPrefix: key })
  const sum = { runs: 0, orders: 0, revenueCents: 0 }
  for (const row of rows.filter((one) => one.model === model && one.key === key))
    for (const name of ['runs', 'orders', 'revenueCents'] as const) sum[name] += row[name]
  const { runs, orders, revenueCents } = shownCredits(sum)
  return { runs, orders, revenueCents }
}

function creditTo({ model, dimension, key }: CreditFigure, state: RunState): ListedRun['credit'] {
  const given = creditsUnder(state, model, dimension).find((credit) => credit.key === key)
  if (!given) return null
  const { runs, orders, revenueCents } = given
  return { runs: runs / creditUnit, orders: orders / creditUnit, revenueCents }
}
