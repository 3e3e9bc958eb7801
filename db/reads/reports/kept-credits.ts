import { type AttributionModel, isPlaced } from '#domain/attribution/credit-touches.ts'
import type { ModelCredit } from '#db/ports/report-store.ts'
import { type QueryPlan, allOf, listOf, rowsOf, sql } from '#db/reads/query-plan.ts'
import { KeptDays, type KeptDaysOptions, groupSize, readKeptDays } from './kept-days.ts'
import type { CountedRows } from './segment-sql.ts'
import { type CreditsQuery, selectedCredits, summedAmounts } from './sum-credits.ts'

/** Credits of all runs that started on a day. A key can have credits under several models. */
interface DayCredits {
  keys: readonly string[]
  /** The index of the key of each credit, multiplied by the number of models, plus the index of the model. */
  places: Int32Array
  /** Runs, orders, revenue and net revenue of each credit. Credits are too large for 32 bits. */
  amounts: Float64Array
}

export type KeptCredits = KeptDays<DayCredits>

/**
 * 4 MB. A query of 90 days with five models and 30 keys per day takes 170,000 numbers of 4 bytes, so that about six such
 * queries are kept.
 */
const maxNumbers = 1_000_000

const amountsPerCredit = 4

/** Days that are read in one query. Each can have thousands of keys. */
const daysAtOnce = 7

export function createKeptCredits(options?: KeptDaysOptions): KeptCredits {
  return new KeptDays(sizeOf, { maxNumbers, ...options })
}

function sizeOf({ keys, places, amounts }: DayCredits): number {
  const textSize = keys.reduce((sum, key) => sum + 8 + Math.ceil(key.length / 2), 0)
  return groupSize + places.length + 2 * amounts.length + textSize
}

/**
 * Returns the sums of the credits of a query by model and key. Returns undefined if they must be read instead: they are
 * too many to be kept, or changes to them are not recorded by day. The day of an order is not recorded. Credits of a single
 * model are not kept: they are read fast, and lists of runs read them for each key, so they would displace the others.
 */
export function* sumKeptCredits(
  rows: CountedRows,
  query: CreditsQuery,
  kept: KeptCredits,
): QueryPlan<ModelCredit[] | undefined> {
  const { from, to, by, models, daily = false } = query
  // No report reads daily credits by the day of the start.
  if (!rows.hasCountedDays || isPlaced(by) || daily || models.length === 1) return undefined
  const wanted = { query: nameOf(query), from, to, daysAtOnce }
  const read = (stale: readonly string[]) => readDays(rows.generation, query, stale)
  let found = yield* readKeptDays(kept, rows, wanted, read)
  for (let before = 0; !found.isComplete; found = yield* readKeptDays(kept, rows, wanted, read)) {
    // There is no progress: the query is too large, or others have displaced its days meanwhile.
    if (found.days.length <= before) return undefined
    before = found.days.length
  }
  const sums = addUp(
    found.days.flatMap(({ groups }) => groups),
    models,
  )
  // Credits are never negative, so the parts of a safe sum are safe. PostgreSQL's driver throws an error for others.
  return sums.every(isSafe) ? sums : undefined
}

/** Returns a text that identifies a query, whatever its days are. */
function nameOf({ models, by, funnels, keyPrefix }: CreditsQuery): string {
  return JSON.stringify([models, by, funnels ?? null, keyPrefix ?? ''])
}

function* readDays(
  generation: number,
  query: CreditsQuery,
  days: readonly string[],
): QueryPlan<ReadonlyMap<string, readonly DayCredits[]>> {
  const credits = yield* rowsOf<ModelCredit & { day: string }>(
    sql`SELECT day, model, key, ${summedAmounts}
      FROM attribution WHERE ${allOf([...selectedCredits(generation, query), sql`day IN ${listOf(days)}`])}
      GROUP BY day, model, key`,
  )
  const byDay = Map.groupBy(credits, ({ day }) => day)
  return new Map([...byDay].map(([day, ofDay]) => [day, [pack(ofDay, query.models)]]))
}

function pack(credits: readonly ModelCredit[], models: readonly AttributionModel[]): DayCredits {
  const indexes = new Map<string, number>()
  const places = new Int32Array(credits.length)
  const amounts = new Float64Array(amountsPerCredit * credits.length)
  for (const [index, credit] of credits.entries()) {
    const { model, key, runs, orders, revenueCents, netRevenueCents } = credit
    const known = indexes.get(key)
    if (known === undefined) indexes.set(key, indexes.size)
    places[index] = (known ?? indexes.size - 1) * models.length + models.indexOf(model)
    amounts.set([runs, orders, revenueCents, netRevenueCents], amountsPerCredit * index)
  }
  return { keys: [...indexes.keys()], places, amounts }
}

function addUp(days: readonly DayCredits[], models: readonly AttributionModel[]): ModelCredit[] {
  const sums = new Map<string, Float64Array>()
  const sumsOf = (key: string) => {
    let ofKey = sums.get(key)
    if (!ofKey) sums.set(key, (ofKey = new Float64Array(amountsPerCredit * models.length)))
    return ofKey
  }
  for (const { keys, places, amounts } of days) {
    const ofKeys = keys.map(sumsOf)
    for (const [index, place] of places.entries()) {
      const sum = ofKeys[Math.floor(place / models.length)]!
      const first = amountsPerCredit * (place % models.length)
      for (let amount = 0; amount < amountsPerCredit; amount++)
        sum[first + amount]! += amounts[amountsPerCredit * index + amount]!
    }
  }
  return [...sums].flatMap(([key, sum]) =>
    models.map((model, index) => toCredit(model, key, sum.subarray(amountsPerCredit * index))).filter(isAny),
  )
}

function toCredit(model: AttributionModel, key: string, amounts: Float64Array): ModelCredit {
  const [runs = 0, orders = 0, revenueCents = 0, netRevenueCents = 0] = amounts
  return { model, key, runs, orders, revenueCents, netRevenueCents }
}

function isAny({ runs, orders, revenueCents }: ModelCredit): boolean {
  return runs !== 0 || orders !== 0 || revenueCents !== 0
}

function isSafe({ runs, orders, revenueCents, netRevenueCents }: ModelCredit): boolean {
  return [runs, orders, revenueCents, netRevenueCents].every(Number.isSafeInteger)
}
