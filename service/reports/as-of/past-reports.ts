import type { Counts, CountsQuery, ReportStore, RunsQuery } from '#db/report-store.ts'
import type { Store } from '#db/store.ts'
import { funnels } from '#domain/funnels/index.ts'
import { addUp, correctCounts, correctCredits, correctionOf } from './past-counts.ts'
import { pastOrders, pastRuns } from './past-lists.ts'
import type { Scan } from './scan.ts'

export interface Past {
  store: Pick<Store, 'reports' | 'log'>
  asOf: number
  scan: Scan
}

/**
 * The reports of a store as they stood when the log ended at a position: what is read now, taken back by a scan. The
 * scan first goes on to the position that was read; one report at a time, so that none finds it further than that.
 */
export function createPastReports(past: Past): ReportStore {
  const { store, asOf, scan } = past
  const { reports, log } = store
  const inTurn = createTurns()

  const at = <Query extends { to: string }, Present extends { asOfPosition: number }, Result>(
    query: Query,
    read: (query: Query) => Promise<Present>,
    correct: (present: Present) => Result | Promise<Result>,
  ) =>
    inTurn(async () => {
      const lastDay = await scan.readsTo()
      const present = await read(query.to > lastDay ? { ...query, to: lastDay } : query)
      await goOnTo(present.asOfPosition)
      return correct(present)
    })

  async function goOnTo(position: number): Promise<void> {
    while (scan.position() < position) await scan.step(position)
  }

  /** No order goes away: those of the past are among the present ones. The scan tells only what has happened since. */
  const orders: ReportStore['orders'] = async (query) => {
    const { asOfPosition, rows } = await reports.orders({ ...query, upTo: asOf })
    await goOnTo(asOfPosition)
    return { asOfPosition: asOf, rows: await pastOrders(log, asOf, rows) }
  }

  const count = (query: CountsQuery): Promise<Counts> =>
    at(query, reports.counts, ({ version, groups }) => ({
      asOfPosition: asOf,
      version,
      groups: correctCounts(groups, query, scan.correction.groups()),
    }))

  async function countNewest(query: CountsQuery): Promise<Counts> {
    const { funnels: asked, from, to } = query
    for (const version of await at({ ...query, kinds: [] }, reports.counts, versionsIn)) {
      const ofVersion = { funnels: asked, from, to, version, segment: {}, kinds: ['stage', 'completed'] }
      if ((await count(ofVersion)).groups.length > 0) return count({ ...query, version })
    }
    return { asOfPosition: asOf, version: null, groups: [] }
  }

  /** Versions that may have had runs then, the highest first: it may be one that has none now. */
  function versionsIn({ version }: Counts): number[] {
    const declared = funnels.flatMap((one) => [one, ...(one.earlierVersions ?? [])])
    const changed = [...scan.correction.groups()]
    const versions = new Set([...declared, ...changed].map((one) => one.version).concat(version ?? []))
    return [...versions].toSorted((a, b) => b - a)
  }

  return {
    counts: (query) => (query.version === 'newest' ? countNewest(query) : count(query)),
    runsOf: (query) =>
      at(query, reports.runsOf, (present) =>
        pastRuns({ log, asOf, resumed: scan.resumed }, query, correctTotal(present, query, scan)),
      ),
    live: reports.live,
    attribution: (query) =>
      at(query, reports.attribution, ({ rows }) => ({
        asOfPosition: asOf,
        rows: correctCredits(rows, query, scan.correction),
      })),
    attributionModels: (query) =>
      at(query, reports.attributionModels, ({ rows, measures }) => ({
        asOfPosition: asOf,
        rows: correctCredits(rows, query, scan.correction),
        measures: addUp([...measures, ...correctionOf({ ...query, segment: {} }, scan.correction.groups())]),
      })),
    orders: (query) => inTurn(() => orders(query)),
  }
}

/** Runs one after another, whatever becomes of the one before. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work, work)
    last = turn
    return turn
  }
}

function correctTotal<Page extends { total: number }>(
  page: Page,
  query: RunsQuery,
  { correction }: Scan,
): Page {
  const { anyOf, butNot } = query
  const counted = correctionOf(query, correction.groups())
  const sum = (names: readonly string[]) =>
    counted.reduce((total, { measure, runs }) => (names.includes(measure) ? total + runs : total), 0)
  return { ...page, total: page.total + sum(anyOf) - sum(butNot) }
}
