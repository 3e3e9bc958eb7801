import type { ModelCredit, ReportStore, RunsQuery } from '#db/ports/report-store.ts'
import {
  type AttributionModel,
  type CreditDimension,
  type StoredDimension,
  attributionModels,
  campaignIn,
  campaignsOf,
  otherKey,
  placedBy,
  sourceCampaignKey,
  touchDimensions,
} from '#domain/attribution/credit-touches.ts'
import { addCredits, noCredits, shownCredits } from '#domain/reports/attribution/compute.ts'
import type { DayOf } from '#domain/reports/day-of.ts'
import { listedKeys } from '#domain/reports/bounded-rows.ts'
import { listRun } from '#domain/reports/runs/list-run.ts'
import type { RunsQuery as FigureQuery, CreditAmounts, ListedRun } from '#domain/reports/runs/shape.ts'
import { creditsUnder } from '#domain/runs/run-credits.ts'
import type { RunState } from '#domain/runs/run-state.ts'
import { wrongParameter } from '#service/reports/read-query.ts'
import { ofVariant } from './count-runs.ts'
import { type ListedRuns, type RunListPage, type RunRange } from './run-pages.ts'
import { listPlace } from './list-place.ts'
import { stateOf } from './state-of.ts'

export interface CreditFigure {
  model: AttributionModel
  dimension: CreditDimension
  /** Key as shown in the report. */
  key: string
  /** If set, only touches with this source count towards a campaign. */
  source?: string
  /** Day on which the credited orders count: that of the start by default. */
  dayOf?: DayOf
}

/**
 * Parses a credit figure of the form `credit:<model>:<dimension>:<key>`. Returns undefined for any other figure. Throws
 * a 400 problem for an unknown model or dimension.
 */
export function readCreditFigure({
  figure,
  source,
  dayOf,
}: Pick<FigureQuery, 'figure' | 'source' | 'dayOf'>): CreditFigure | undefined {
  const [, named, by, key] = /^credit:(\w+):(\w+):(.+)$/su.exec(figure) ?? []
  if (key === undefined) return undefined
  const model = attributionModels.find((one) => one === named)
  const dimension = touchDimensions.find((one) => one === by)
  if (!model || !dimension)
    throw wrongParameter(
      'figure',
      `read ${JSON.stringify(figure.slice(0, 100))}, credits are of ${attributionModels.join(', ')} and by ${touchDimensions.join(', ')}`,
    )
  const about = { model, key, ...(dayOf !== undefined && { dayOf }) }
  if (source === undefined) return { ...about, dimension }
  if (dimension !== 'campaign') throw wrongParameter('source', 'allowed with credits by campaign only')
  return { ...about, dimension: 'sourceCampaign', source }
}

/** Number of runs per read, and maximum number of runs scanned for a page. Scanning the maximum takes about 250 ms. */
const chunkSize = 500
const maxScanned = 5000

/**
 * Reads one page of the runs that have credit for a key, each with its credit. There is no index of these runs.
 * Instead, up to `maxScanned` runs of the date range are scanned per page and credited as in the report. A page may
 * therefore be short or empty even if more pages follow.
 */
export async function readCreditPage(
  reports: Pick<ReportStore, 'runsOf' | 'attributionModels'>,
  { runsOf, statusOf, figure }: ListedRuns & { figure: CreditFigure },
  { size, before }: RunRange,
): Promise<RunListPage> {
  const rows: ListedRun[] = []
  const isKey = figure.key === otherKey ? await otherKeys(reports, runsOf, figure) : namedKey(figure)
  let [asOfPosition, next] = [0, before ?? null]
  for (let scanned = 0; scanned < maxScanned; scanned += chunkSize) {
    const page = await reports.runsOf({ ...runsOf, limit: chunkSize, ...(next && { before: next }) })
    asOfPosition = page.asOfPosition
    for (const row of page.rows) {
      const state = stateOf(row)
      const credit = creditTo(figure, state, isKey)
      if (credit) rows.push({ ...listRun(state, statusOf), credit })
      if (rows.length === size)
        return { asOfPosition, total: null, sums: null, changes: null, rows, next: listPlace(row, runsOf) }
    }
    next = page.next
    if (!next) break
  }
  // The total is known only if one page contains all runs.
  return { asOfPosition, total: before || next ? null : rows.length, sums: null, changes: null, rows, next }
}

/**
 * Reads the total credit of a key as the attribution report does. Returns null if a version, a status or a segment other
 * than a variant is given, because the report has no such filters.
 */
export async function readCreditSum(
  reports: Pick<ReportStore, 'attributionModels'>,
  runsOf: ListedRuns['runsOf'],
  figure: CreditFigure,
): Promise<CreditAmounts | null> {
  const { from, to, funnels, versions, segment, placedIn, status } = runsOf
  const { variant, ...otherFilters } = segment
  if (
    versions !== undefined ||
    placedIn !== undefined ||
    status !== undefined ||
    Object.keys(otherFilters).length > 0
  )
    return null
  const { model, key } = figure
  const by = storedAs(figure)
  const isOther = key === otherKey
  const keyPrefix = isOther ? prefixOf(figure) : storedKey(figure)
  const range = { from, to, funnels, ...ofVariant(variant) }
  // Which keys are in `(other)` follows from other models as well.
  const models = isOther ? {} : { models: [model] }
  const { rows } = await reports.attributionModels({ ...range, ...models, by, keyPrefix, kinds: [] })
  const isKey = isOther ? notListed(rows, figure) : namedKey(figure)
  const sum = { ...noCredits }
  for (const row of rows.filter((one) => one.model === model && isKey(one.key)))
    Object.assign(sum, addCredits(sum, row))
  const { conversionRate: _, ...credit } = shownCredits(sum)
  return credit
}

/** Returns whether a stored key belongs to a figure. */
type IsKey = (key: string) => boolean

function namedKey(figure: CreditFigure): IsKey {
  const wanted = storedKey(figure)
  return (key) => key === wanted
}

/**
 * Returns a function that checks whether a key is part of `(other)`. That is the case if the report of the same days
 * has no separate row for the key.
 */
async function otherKeys(
  reports: Pick<ReportStore, 'attributionModels'>,
  { from, to, funnels, segment }: Pick<RunsQuery, 'from' | 'to' | 'funnels' | 'segment'>,
  figure: CreditFigure,
): Promise<IsKey> {
  const by = storedAs(figure)
  const keyPrefix = prefixOf(figure)
  const range = { from, to, funnels, ...ofVariant(segment.variant) }
  const { rows } = await reports.attributionModels({ ...range, by, keyPrefix, kinds: [] })
  return notListed(rows, figure)
}

function notListed(rows: readonly ModelCredit[], figure: CreditFigure): IsKey {
  const listed = listedKeys(rows.map((row) => ({ ...row, key: shownKey(figure, row.key) })))
  return (key) => key.startsWith(prefixOf(figure)) && !listed.has(shownKey(figure, key))
}

/** Returns the dimension of the stored credits, by the day of the start or of the order. */
function storedAs({ dimension, dayOf }: CreditFigure): StoredDimension {
  return dayOf === 'order' ? placedBy(dimension) : dimension
}

function prefixOf({ source }: CreditFigure): string {
  return source === undefined ? '' : campaignsOf(source)
}

function storedKey({ source, key }: CreditFigure): string {
  return source === undefined ? key : sourceCampaignKey(source, key)
}

function shownKey({ source }: CreditFigure, key: string): string {
  return source === undefined ? key : campaignIn(key)
}

function creditTo(figure: CreditFigure, state: RunState, isKey: IsKey): ListedRun['credit'] {
  const given = creditsUnder(state, figure.model, storedAs(figure)).filter(({ key }) => isKey(key))
  if (given.length === 0) return null
  const { conversionRate: _, ...credit } = shownCredits(given.reduce(addCredits, noCredits))
  return credit
}
