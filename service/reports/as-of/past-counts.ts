import type { Segment } from '#db/projection-store.ts'
import type { Counts, CountsQuery, ModelCredit } from '#db/report-store.ts'
import type { CreditDimension } from '#domain/attribution.ts'
import type { Correction, Group } from './correction.ts'
import type { Credit } from './credit-sums.ts'

type Measures = Counts['groups'][number]['measures']

/** Present sums with what leads back to the past added; what comes to nothing is left out, as in the store. */
export function correctCounts(
  present: Counts['groups'],
  query: CountsQuery,
  groups: Iterable<Group>,
): Counts['groups'] {
  const sums = new Map<string, Counts['groups'][number]>()
  const add = ({ funnel, key, measures }: Counts['groups'][number]) => {
    const name = JSON.stringify([funnel, key])
    const sum = sums.get(name)
    if (sum) sum.measures.push(...measures)
    else sums.set(name, { funnel, key, measures: [...measures] })
  }
  present.forEach(add)
  for (const group of groups)
    if (isAsked(group, query))
      add({ funnel: group.funnel, key: keyOf(group, query.by), measures: measuresOf(group, query.kinds) })
  return [...sums.values()]
    .map(({ measures, ...about }) => ({ ...about, measures: addUp(measures) }))
    .filter(({ measures }) => measures.length > 0)
}

/** One row a measure, without those that come to nothing. */
export function addUp(measures: Measures): Measures {
  const sums = new Map<string, number>()
  for (const { measure, runs } of measures) sums.set(measure, (sums.get(measure) ?? 0) + runs)
  return [...sums].filter(([, runs]) => runs !== 0).map(([measure, runs]) => ({ measure, runs }))
}

/** What leads back to the past in all groups of a query together. */
export function correctionOf(
  query: Omit<CountsQuery, 'by' | 'version'> & { version?: number },
  groups: Iterable<Group>,
): Measures {
  return addUp(correctCounts([], query, groups).flatMap(({ measures }) => measures))
}

function isAsked(group: Group, { funnels, from, to, version, segment, by }: CountsQuery): boolean {
  const bySegment = Object.keys(segment).length > 0 || (by !== undefined && by !== 'day')
  return (
    funnels.includes(group.funnel) &&
    group.day >= from &&
    group.day <= to &&
    (version === undefined || group.version === version) &&
    (bySegment ? group.segment !== null && isWithin(group.segment, segment) : group.segment === null)
  )
}

/** Whether a segment is among those that a filter takes in. */
export function isWithin(segment: Segment, filter: Partial<Segment>): boolean {
  return (Object.keys(filter) as (keyof Segment)[]).every((name) => filter[name] === segment[name])
}

function keyOf({ day, segment }: Group, by: CountsQuery['by']): string {
  if (by === undefined) return ''
  return by === 'day' ? day : segment![by]
}

function measuresOf({ measures }: Group, kinds: CountsQuery['kinds']): Measures {
  return [...measures]
    .map(([measure, runs]) => ({ measure, runs }))
    .filter(({ measure }) => kinds === undefined || kinds.includes(measure.split(':', 1)[0]!))
}

interface CreditsQuery {
  by: CreditDimension
  model?: string
  funnel?: string
  funnels?: readonly string[]
  keyPrefix?: string
}

type Amounts = Pick<ModelCredit, 'runs' | 'orders' | 'revenueCents'>

/** Present credits with what leads back to the past added: of one model or, told apart, of all. */
export function correctCredits<Row extends Amounts & { key: string; model?: ModelCredit['model'] }>(
  present: readonly Row[],
  query: CreditsQuery,
  correction: Correction,
): Row[] {
  const sums = new Map<string, Row>()
  const add = (row: Row) => {
    const name = `${row.model}:${row.key}`
    const { runs, orders, revenueCents } = sums.get(name) ?? { runs: 0, orders: 0, revenueCents: 0 }
    const sum = {
      runs: runs + row.runs,
      orders: orders + row.orders,
      revenueCents: revenueCents + row.revenueCents,
    }
    sums.set(name, { ...row, ...sum })
  }
  present.forEach(add)
  for (const { model, key, runs, orders, revenueCents, ...about } of correction.credits(query.by))
    if (isCreditAsked({ model, key, ...about }, query))
      add({ ...(query.model === undefined && { model }), key, runs, orders, revenueCents } as Row)
  return [...sums.values()].filter(
    ({ runs, orders, revenueCents }) => runs !== 0 || orders !== 0 || revenueCents !== 0,
  )
}

function isCreditAsked(
  { model, funnel, key }: Pick<Credit, 'model' | 'funnel' | 'key'>,
  query: CreditsQuery,
): boolean {
  return (
    key.startsWith(query.keyPrefix ?? '') &&
    (query.model === undefined || model === query.model) &&
    (query.funnel === undefined || funnel === query.funnel) &&
    (query.funnels === undefined || query.funnels.includes(funnel))
  )
}
