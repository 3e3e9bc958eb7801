import { funnels } from '#domain/funnels/index.ts'
import type { RunFilters } from '#domain/runs/dimensions.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import type { NaiveCredit } from '#tests/service/projections/count-naively.ts'
import type { KnownRun } from './recount-runs.ts'

// Computes the expected figures as simply as possible, by filtering and counting runs.

export type Range = {
  from: string
  to: string
}

export const within = (runs: readonly KnownRun[], { from, to }: Range) =>
  runs.filter(({ day }) => day >= from && day <= to)

/** Returns whether a run has the values of a filter, which can name a variant. A filter by hour can name a range, such as `00-11`. */
export function matches(run: KnownRun, filter: RunFilters): boolean {
  return Object.entries(filter).every(([name, value]) => {
    const own = run[name as keyof RunFilters]
    const [first = '', last = first] = name === 'hour' ? value.split('-') : [value]
    return own >= first && own <= last
  })
}

const rate = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

export function daysIn({ from, to }: Range): string[] {
  return from === to ? [from] : [from, to]
}

const reached = (runs: readonly KnownRun[], stage: number) => runs.filter((run) => run.stage >= stage)
/** Returns the runs with this outcome that reached the stage before `stage` but not `stage` itself. */
const missedAt = (runs: readonly KnownRun[], stage: number, outcome: KnownRun['outcome']) =>
  runs.filter((run) => run.stage === stage - 1 && run.outcome === outcome)
const ordered = (runs: readonly KnownRun[]) => runs.filter(({ order }) => order)

export function salesOf(runs: readonly KnownRun[]) {
  const orders = ordered(runs)
  return {
    runs: runs.length,
    orders: orders.length,
    revenueCents: sum(orders.map(({ order }) => order!.priceCents)),
    netRevenueCents: sum(
      orders.filter(({ order }) => order!.status === 'paid').map(({ order }) => order!.priceCents),
    ),
    completed: orders.length,
  }
}

export function outcomeOf(runs: readonly KnownRun[]) {
  const having = (outcome: KnownRun['outcome']) => runs.filter((run) => run.outcome === outcome).length
  return {
    stages: [0, 1, 2, 3, 4].map((stage) => reached(runs, stage).length),
    lost: [1, 2, 3, 4].map((stage) => missedAt(runs, stage, 'abandoned').length),
    completed: having('completed'),
    abandoned: having('abandoned'),
    open: having('open'),
    recovered: runs.filter(({ order }) => order?.recovered).length,
    revenueCents: salesOf(runs).revenueCents,
    netRevenueCents: salesOf(runs).netRevenueCents,
    conversionRate: rate(ordered(runs).length, runs.length),
  }
}

export function overviewOf(runs: readonly KnownRun[], range: Range, before: Range) {
  const compared = (some: readonly KnownRun[]) => ({
    ...ratedSales(within(some, range)),
    before: ratedSales(within(some, before)),
    days: dailySales(some, daysIn(range)),
    daysBefore: dailySales(some, daysIn(before)),
  })
  return {
    funnels: funnels.map(({ type }) => ({
      funnel: type,
      ...compared(runs.filter(({ funnel }) => funnel === type)),
    })),
    totals: compared(runs),
  }
}

function ratedSales(runs: readonly KnownRun[]) {
  const sales = salesOf(runs)
  return { ...sales, conversionRate: rate(sales.completed, sales.runs) }
}

function dailySales(runs: readonly KnownRun[], days: readonly string[]) {
  return days.map((day) => ({ day, ...salesOf(runs.filter((run) => run.day === day)) }))
}

export function stagesOf(runs: readonly KnownRun[]) {
  return [1, 2, 3, 4].map((stage) => {
    const [before, now] = [reached(runs, stage - 1).length, reached(runs, stage).length]
    const [lost, open] = [missedAt(runs, stage, 'abandoned').length, missedAt(runs, stage, 'open').length]
    if (lost + open !== before - now) throw new Error('a run is neither lost nor open nor further')
    return { stage, runs: now, lost, open, lossRate: rate(lost, before - open) }
  })
}

/** Returns the exact median of the times on a step, in seconds. */
export function medianOf(runs: readonly KnownRun[], step: number): number | null {
  const all = runs.flatMap(({ times }) => times.get(step) ?? []).toSorted((a, b) => a - b)
  if (all.length === 0) return null
  const middle = [all[Math.floor((all.length - 1) / 2)]!, all[Math.floor(all.length / 2)]!]
  return sum(middle) / 2000
}

export function refusedOf(runs: readonly KnownRun[], lostEach: number) {
  const all = [...new Set(runs.flatMap(({ invalid }) => [...invalid]))]
  return all.map((name) => {
    const [step, field, rule] = name.split('|') as [string, string, string]
    const hit = runs.filter(({ invalid }) => invalid.has(name))
    const gaveUp = hit.filter((run) => run.outcome === 'abandoned' && run.stage < Number(step)).length
    return {
      step: Number(step),
      field,
      rule,
      runs: hit.length,
      share: rate(hit.length, Math.max(hit.length, reached(runs, Number(step) - 1).length)),
      gaveUp,
      gaveUpRate: rate(gaveUp, hit.length),
      lostCents: gaveUp * lostEach,
    }
  })
}

/** Returns each figure that has a list of runs, with a function that tells whether a run is in that list. */
export function figuresOf(runs: readonly KnownRun[]): [figure: string, isIn: (run: KnownRun) => boolean][] {
  const stages = [1, 2, 3, 4].flatMap((n): [string, (run: KnownRun) => boolean][] => [
    [`stage:${n}`, ({ stage }) => stage >= n],
    [`lost:${n}`, ({ stage, outcome }) => stage === n - 1 && outcome === 'abandoned'],
    [`open:${n}`, ({ stage, outcome }) => stage === n - 1 && outcome === 'open'],
  ])
  // Use at most three values of `invalid`, because each figure requires a request.
  const refused = [...new Set(runs.flatMap(({ invalid }) => [...invalid]))]
    .slice(0, 3)
    .flatMap((name): [string, (run: KnownRun) => boolean][] => {
      const what = name.replaceAll('|', ':')
      const step = Number(name.split('|')[0])
      return [
        [`invalid:${what}`, ({ invalid }) => invalid.has(name)],
        [`gaveUp:${what}`, (run) => run.invalid.has(name) && run.outcome === 'abandoned' && run.stage < step],
      ]
    })
  const used = [...new Set(runs.flatMap(({ silentAt, fields }) => (silentAt ? [...fields.keys()] : [])))]
    .slice(0, 3)
    .flatMap((key): [string, (run: KnownRun) => boolean][] => {
      const [step, field] = key.split('|') as [string, string]
      const useIn = (run: KnownRun) => (run.silentAt === Number(step) ? run.fields.get(key) : undefined)
      return [
        [`usedField:${step}:left:${field}`, (run) => useIn(run) !== undefined],
        [`corrected:${step}:left:${field}`, (run) => (useIn(run)?.edits ?? 0) > 0],
        [`neverFilled:${step}:left:${field}`, (run) => useIn(run)?.neverFilled === true],
        // 9 is the bucket from 1.5 to the power of 8 seconds.
        [`slowField:${step}:left:${field}:9`, (run) => (useIn(run)?.ms ?? 0) >= 1000 * 1.5 ** 8],
        [`lastField:${step}:${field}`, (run) => run.silentAt === Number(step) && run.lastField === field],
      ]
    })
  const silent = [1, 2, 3, 4].flatMap((n): [string, (run: KnownRun) => boolean][] => [
    [`silent:${n}`, ({ silentAt }) => silentAt === n],
    [`lastField:${n}:-`, ({ silentAt, lastField }) => silentAt === n && lastField === null],
  ])
  const chosen = [...new Set(runs.flatMap(({ choices }) => [...choices].map((one) => one.join(':'))))]
    .slice(0, 4)
    .map((name): [string, (run: KnownRun) => boolean] => {
      const [field = '', value] = name.split(':')
      return [`choice:${name}`, ({ choices }) => choices.get(field) === value]
    })
  return [
    ...silent,
    ...used,
    ['runs', () => true],
    ['completed', ({ order }) => order !== undefined],
    ['abandoned', ({ outcome }) => outcome === 'abandoned'],
    ['open', ({ outcome }) => outcome === 'open'],
    ['robot', ({ robot }) => robot],
    ['noConsent', ({ noConsent }) => noConsent],
    ['recovered', ({ order }) => order?.recovered === true],
    ['severalContacts', ({ order }) => order !== undefined && order.contacts > 1],
    ['paid', ({ order }) => order?.status === 'paid'],
    ['withdrawn', ({ order }) => order?.status === 'withdrawn'],
    ['tracking:Chrome', ({ order }) => order?.browser === 'Chrome' && order.missing > 0],
    ['stage:0', () => true],
    ...stages,
    ...refused,
    ...chosen,
  ]
}

/** Returns the number of events expected from runs with an order, four each, and how many of these are missing. */
export function trackingOf(runs: readonly KnownRun[]) {
  const orders = ordered(runs)
  const [expected, missing] = [orders.length * 4, sum(orders.map(({ order }) => order!.missing))]
  return { orders: orders.length, expected, missing, lossRate: rate(missing, expected) }
}

const minute = 60 * 1000

/**
 * Returns the figures of the 30 minutes before `now`, and the number of runs that were active in the last five minutes.
 */
export function liveOf(events: readonly StoredEvent[], now: number) {
  const runs = [...Map.groupBy(events, ({ runId }) => runId).values()].filter(
    (own) => !own.some(({ meta }) => meta.bot) || own.some(({ type }) => type === 'paid'),
  )
  const since = now - (now % minute) - 29 * minute
  const recent = (some: readonly StoredEvent[]) => some.filter(({ at }) => at >= since && at <= now)
  const started = recent(runs.map(firstOf))
  const placed = recent(runs.flatMap((own) => own.find(({ type }) => type === 'complete') ?? []))
  const minutes = Array.from({ length: 30 }, (_, index) => since + index * minute)
  return {
    activeRuns: runs.filter((own) => isActive(own, now - 5 * minute)).length,
    minutes: minutes.map((from) => {
      const ofMinute = (some: readonly StoredEvent[]) =>
        some.filter(({ at }) => at >= from && at < from + minute).length
      return { minute: new Date(from).toISOString(), runs: ofMinute(started), orders: ofMinute(placed) }
    }),
    funnels: funnels.map(({ type }) => {
      const ofFunnel = (some: readonly StoredEvent[]) => some.filter(({ funnel }) => funnel === type).length
      return { funnel: type, runs: ofFunnel(started), orders: ofFunnel(placed) }
    }),
  }
}

const ofService = new Set([
  'lapsed',
  'paid',
  'withdrawal_declared',
  'withdrawal_revoked',
  'withdrawn',
  'converted',
  'support_requested',
  'erased',
])

/** Returns the event at which a run begins: its `start` or, if that is missing, the first event of the visitor. */
function firstOf(own: readonly StoredEvent[]): StoredEvent {
  const inTime = own.toSorted((a, b) => a.at - b.at)
  const ofVisitor = inTime.find(({ type }) => !ofService.has(type))
  return inTime.find(({ type }) => type === 'start') ?? ofVisitor ?? inTime[0]!
}

/**
 * Returns whether a run is active: it has no order, the visitor's last event arrived at `since` or later, and the run
 * has not lapsed after that event.
 */
function isActive(own: readonly StoredEvent[], since: number): boolean {
  const last = own.findLast(({ type }) => !ofService.has(type) || type === 'lapsed')
  if (!last || last.type === 'lapsed' || own.some(({ type }) => type === 'complete')) return false
  return last.receivedAt >= since
}

/** Returns the sums of unrounded credits by key, for one model and one dimension. */
export function creditsOf(runs: readonly KnownRun[], model: string, dimension: string) {
  const credits = new Map<string, NaiveCredit>()
  for (const run of runs)
    for (const [name, given] of run.credits) {
      const [ofModel, by, ...rest] = name.split('|')
      if (ofModel !== model || by !== dimension) continue
      const key = rest.join('|')
      const known = credits.get(key) ?? { runs: 0, orders: 0, revenueCents: 0, netRevenueCents: 0 }
      credits.set(key, {
        runs: known.runs + given.runs,
        orders: known.orders + given.orders,
        revenueCents: known.revenueCents + given.revenueCents,
        netRevenueCents: known.netRevenueCents + given.netRevenueCents,
      })
    }
  return credits
}
