import type { Store } from '#db/store.ts'
import { startOfDay } from '#domain/berlin-time.ts'
import type { QualityReport } from '#domain/reports/quality-shapes.ts'

const dayMs = 24 * 3600 * 1000
/** Reasons that are told at most. */
const mostReasons = 200
const noTracking = { orders: 0, expected: 0, missing: 0, lossRate: 0 }

/** Reads what became of the events received on these Berlin days, both inclusive. */
export async function readQuality(
  store: Pick<Store, 'log' | 'projections'>,
  from: string,
  to: string,
): Promise<QualityReport> {
  const after = new Date(Date.parse(to) + dayMs).toISOString().slice(0, 10)
  const [{ checkpoint }, counters, rejections] = await Promise.all([
    store.projections.live(),
    store.log.counters(from, to),
    store.log.rejections(startOfDay(from), startOfDay(after), mostReasons),
  ])
  const days = daysOf(from, to)
  return {
    from,
    to,
    timezone: 'Europe/Berlin',
    asOfPosition: checkpoint,
    totals: waterfall(counters),
    days: days.map((day) => ({ day, ...waterfall(counters.filter((one) => one.day === day)) })),
    tracking: { ...noTracking, browsers: [], days: days.map((day) => ({ day, ...noTracking })) },
    rejections: rejections.map(({ lastAt, ...reason }) => ({
      ...reason,
      lastAt: new Date(lastAt).toISOString(),
    })),
  }
}

function waterfall(counters: readonly { name: string; count: number }[]): QualityReport['totals'] {
  const of = (name: string) =>
    counters.filter((one) => one.name === name).reduce((sum, { count }) => sum + count, 0)
  const [received, duplicates, rejected, robots] = [
    of('received'),
    of('duplicate'),
    of('rejected'),
    of('robot'),
  ]
  const stored = received - duplicates - rejected
  return { received, duplicates, rejected, stored, robots, counted: stored - robots }
}

function daysOf(from: string, to: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  return Array.from({ length: (last - first) / dayMs + 1 }, (_, index) =>
    new Date(first + index * dayMs).toISOString().slice(0, 10),
  )
}
