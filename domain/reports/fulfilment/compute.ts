import { otherKey } from '#domain/attribution/credit-touches.ts'
import { listedKeys } from '#domain/reports/bounded-rows.ts'
import type { MeasureCount } from '#domain/reports/counted-runs.ts'
import { compareText, rate } from '#domain/reports/rows.ts'
import { medianSeconds } from '#domain/runs/buckets/time-buckets.ts'
import type { FulfilmentFigures, FulfilmentReport } from './shape.ts'

/** Kinds of measures that the report reads (see domain/runs/run-measures.ts). */
export const fulfilmentKinds = ['completed', 'paidIn', 'sentIn', 'failed', 'withdrawn', 'refunded'] as const

interface Group {
  key: string
  measures: readonly MeasureCount[]
}

type About = Omit<FulfilmentReport, 'rows' | 'totals' | 'timezone'>

/** Returns the report. `groups` contains the measures by funnel and key; a key may occur in several groups. */
export function fulfilmentReport(about: About, groups: readonly Group[]): FulfilmentReport {
  const byKey = Map.groupBy(groups, ({ key }) => key)
  const ordered = [...byKey].map(([key, some]) => ({
    key,
    runs: figuresOf(some).ordered,
    revenueCents: 0,
  }))
  const listed = listedKeys(ordered.filter(({ runs }) => runs > 0))
  const rows = [...Map.groupBy(groups, ({ key }) => (listed.has(key) ? key : otherKey))]
    .map(([key, some]) => ({ key, ...figuresOf(some) }))
    .filter((row) => row.ordered > 0)
    .toSorted((a, b) => b.ordered - a.ordered || compareText(a.key, b.key))
  return { ...about, timezone: 'Europe/Berlin', rows, totals: figuresOf(groups) }
}

function figuresOf(groups: readonly Group[]): FulfilmentFigures {
  const single = { completed: 0, failed: 0, withdrawn: 0, refunded: 0 }
  const times = { paidIn: new Map<number, number>(), sentIn: new Map<number, number>() }
  for (const { measure, runs } of groups.flatMap(({ measures }) => measures)) {
    const [kind = '', bucket] = measure.split(':')
    if (Object.hasOwn(single, kind)) single[kind as keyof typeof single] += runs
    if (!Object.hasOwn(times, kind)) continue
    const counts = times[kind as keyof typeof times]
    counts.set(Number(bucket), (counts.get(Number(bucket)) ?? 0) + runs)
  }
  const [paid, sent] = [totalOf(times.paidIn), totalOf(times.sentIn)]
  const { completed: ordered, failed, withdrawn, refunded } = single
  return {
    ordered,
    paid,
    sent,
    paidRate: rate(paid, ordered),
    sentRate: rate(sent, paid),
    medianPaidSeconds: medianSeconds(times.paidIn),
    medianSentSeconds: medianSeconds(times.sentIn),
    failed,
    withdrawn,
    refunded,
  }
}

function totalOf(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((sum, runs) => sum + runs, 0)
}
