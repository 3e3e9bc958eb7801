import { creditUnit, otherKey } from '#domain/attribution/credit-touches.ts'
import { readPathKey } from '#domain/attribution/order-path.ts'
import { type Credits, addCredits, noCredits } from '#domain/reports/attribution/compute.ts'
import { compareText } from '#domain/reports/rows.ts'
import { orderTimeLimits } from '#domain/runs/order-times.ts'
import { type PathsReport, maxPaths } from './shape.ts'

/** Kinds of measures that the report reads. */
export const pathsKinds = ['sinceContact', 'sinceStart'] as const

interface Path {
  channels: string[]
  credits: Credits
  /** Credit for orders by whole days from the first contact. */
  byDays: Map<number, number>
}

/**
 * Returns the report on paths. `credited` contains the credits summed by key (see `pathKey`), `measures` the number of
 * orders by measure.
 */
export function pathsReport(
  about: Pick<PathsReport, 'from' | 'to' | 'dayOf' | 'funnel' | 'asOfPosition'>,
  credited: readonly (Credits & { key: string })[],
  measures: readonly { measure: string; runs: number }[],
): PathsReport {
  const paths = [...sumPaths(credited).values()].filter(({ credits }) => credits.orders !== 0)
  const named = paths.filter(({ channels }) => channels[0] !== otherKey).toSorted(byRank)
  const others = [...named.slice(maxPaths), ...paths.filter(({ channels }) => channels[0] === otherKey)]
  const shown = named.slice(0, maxPaths)
  if (others.length > 0) shown.push(others.reduce(merge, emptyPath([otherKey])))
  return {
    ...about,
    timezone: 'Europe/Berlin',
    orders: paths.reduce((sum, { credits }) => sum + credits.orders, 0) / creditUnit,
    rows: shown.map(({ channels, credits, byDays }) => ({
      channels,
      orders: credits.orders / creditUnit,
      medianDays: medianOf(byDays),
      revenueCents: credits.revenueCents,
      netRevenueCents: credits.netRevenueCents,
    })),
    sinceContact: timesOf('sinceContact', measures),
    sinceStart: timesOf('sinceStart', measures),
  }
}

function sumPaths(credited: readonly (Credits & { key: string })[]): Map<string, Path> {
  const paths = new Map<string, Path>()
  for (const { key, ...credits } of credited) {
    const { channels, days } = readPathKey(key)
    const name = channels.join(' > ')
    const byDays = new Map([[days, credits.orders]])
    paths.set(name, merge(paths.get(name) ?? emptyPath(channels), { channels, credits, byDays }))
  }
  return paths
}

function emptyPath(channels: string[]): Path {
  return { channels, credits: noCredits, byDays: new Map() }
}

function merge({ channels, credits, byDays }: Path, other: Path): Path {
  const days = new Map(byDays)
  for (const [day, orders] of other.byDays) days.set(day, (days.get(day) ?? 0) + orders)
  return { channels, credits: addCredits(credits, other.credits), byDays: days }
}

function byRank(a: Path, b: Path): number {
  return (
    b.credits.orders - a.credits.orders ||
    b.credits.netRevenueCents - a.credits.netRevenueCents ||
    compareText(a.channels.join(' > '), b.channels.join(' > '))
  )
}

/** Returns the lower median. */
function medianOf(byDays: ReadonlyMap<number, number>): number {
  const sorted = [...byDays].toSorted(([a], [b]) => a - b)
  let left = sorted.reduce((sum, [, orders]) => sum + orders, 0) / 2
  return sorted.find(([, orders]) => (left -= orders) <= 0)?.[0] ?? 0
}

function timesOf(
  kind: 'sinceContact' | 'sinceStart',
  measures: readonly { measure: string; runs: number }[],
): PathsReport['sinceContact'] {
  return [...orderTimeLimits, null].map((limit, index) => ({
    fromSeconds: index === 0 ? 0 : orderTimeLimits[index - 1]! / 1000,
    toSeconds: limit === null ? null : limit / 1000,
    orders: measures.reduce(
      (sum, { measure, runs }) => (measure === `${kind}:${index}` ? sum + runs : sum),
      0,
    ),
  }))
}
