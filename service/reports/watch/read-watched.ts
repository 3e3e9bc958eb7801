import { destinationNames } from '#db/ports/outbox-store.ts'
import type { Counts, CountsQuery } from '#db/ports/report-store.ts'
import { funnelByType, funnels } from '#domain/funnels/index.ts'
import { type AlertsData, followDays } from '#domain/reports/alerts/compute.ts'
import { readCounts } from '#domain/reports/counted-runs.ts'
import { type DayRange, dayAfter, daysOf, shiftDay } from '#domain/reports/day-range.ts'
import { valuesOfPair } from '#domain/reports/pair-keys.ts'
import { maxGroups } from '#domain/reports/rejections/compute.ts'
import { createSeriesBuilder } from '#domain/reports/watch/build-series.ts'
import {
  type GroupContext,
  dailyRuns,
  frequentValues,
  hourlyRuns,
  pricedKinds,
  pricesOf,
  watchedKinds,
} from '#domain/reports/watch/read-groups.ts'
import { slicedDimensions } from '#domain/operations/alert.ts'
import { type WatchedSeries, subjectOf } from '#domain/reports/watch/series.ts'
import { berlinDay, startOfDay } from '#domain/time/berlin-time.ts'
import type { ReportSource } from '#service/reports/define/report.ts'
import { readAtOnePosition } from '#service/reports/read/at-one-position.ts'
import { readDeliverySeries } from './read-deliveries.ts'

/** Days before the range: the 8 weeks with which hours are compared, and the longest examined period. */
const historyDays = 8 * 7 + 4

const devices = ['mobile', 'tablet', 'desktop']
const dailyDimensions = slicedDimensions.filter((name) => name !== 'device')
const types = funnels.map(({ type }) => type)

/** Maximum number of operational events that are read for a range. */
const maxEvents = 2000

/** Sources of the watch, which also runs without a request. */
export type WatchSource = Pick<ReportSource, 'reports' | 'store' | 'now'>

/**
 * Reads the counts that the watch examines in a range of days, from stored sums only. While events arrive, reading them
 * `atOnePosition` may take several times as long. Otherwise the parts may be a few events apart, which are of hours that
 * are not examined yet.
 */
export async function readWatched(
  source: WatchSource,
  range: DayRange,
  { atOnePosition }: { atOnePosition: boolean },
): Promise<AlertsData> {
  const { store, now } = source
  const all = { from: shiftDay(range.from, -historyDays), to: shiftDay(range.to, followDays) }
  const days = daysOf(all)
  const numbers = new Map(days.map((day, number) => [day, number]))
  const context: GroupContext = {
    dayNumber: (day) => numbers.get(day)!,
    stepsOf: (funnel) => funnelByType(funnel)!.steps.length,
  }
  const read = () => readRuns(source, all, context)
  const [{ asOfPosition, series, versions }] = await (atOnePosition ? readAtOnePosition(read) : read())
  const received = { from: startOfDay(range.from), before: startOfDay(dayAfter(all.to)) }
  return {
    asOfPosition,
    first: all.from,
    series: [
      ...series,
      rejectedSeries(await store.log.counters(all.from, all.to), days.length, context),
      ...(await readDeliverySeries(store, { since: received.from, days: days.length, ...context })),
    ],
    prices: pricesOf(versions),
    versions: versions.map(({ funnel, key: pair, measures }) => {
      const [day, key] = valuesOfPair(pair)
      return { funnel, key, day, runs: readCounts(measures).runs }
    }),
    releases: await store.operations.read({
      types: ['released'],
      days: { from: shiftDay(range.from, -1), to: range.to },
      limit: maxEvents,
    }),
    stops: await readStops(source, range),
    rejections: await store.rejections.groups(received, maxGroups),
    now: now(),
  }
}

interface WatchedRuns {
  asOfPosition: number
  series: WatchedSeries[]
  /** Runs by day and version. */
  versions: Counts['groups']
}

/**
 * Number of days whose counts are read together. They take much more memory than the series, and taking them over from
 * the thread of the store blocks this one.
 */
const chunkDays = 7

/**
 * Reads the runs by hour and device, and by day and each other dimension. The first result has the series; all of them
 * have the positions of the reads.
 */
async function readRuns(
  { reports }: WatchSource,
  { from, to }: DayRange,
  context: GroupContext,
): Promise<[WatchedRuns, ...Pick<WatchedRuns, 'asOfPosition'>[]]> {
  const days = daysOf({ from, to })
  const builder = createSeriesBuilder(days.length)
  const positions: { asOfPosition: number }[] = []
  const read = async (query: Omit<CountsQuery, 'funnels' | 'segment'> & Partial<CountsQuery>) => {
    const { asOfPosition, groups } = await reports.counts({ funnels: types, segment: {}, ...query })
    positions.push({ asOfPosition })
    return groups
  }
  const values = new Map<string, Set<string>>()
  for (const by of dailyDimensions)
    values.set(by, frequentValues(await read({ from, to, by, kinds: ['stage', 'completed'] })))
  for (let start = 0; start < days.length; start += chunkDays) {
    const chunk = { from: days[start]!, to: days[Math.min(start + chunkDays, days.length) - 1]! }
    for (const device of devices) {
      const groups = await read({ ...chunk, segment: { device }, by: ['day', 'hour'], kinds: watchedKinds })
      hourlyRuns(groups, { dimension: 'device', value: device }, context).forEach(builder.add)
    }
    for (const dimension of dailyDimensions) {
      const groups = await read({ ...chunk, by: ['day', dimension], kinds: watchedKinds })
      dailyRuns(groups, { dimension, values: values.get(dimension)! }, context).forEach(builder.add)
    }
  }
  const versions = await read({ from, to, by: ['day', 'version'], kinds: pricedKinds })
  const { asOfPosition } = positions.at(-1)!
  return [{ asOfPosition, series: builder.build(), versions }, ...positions]
}

/** Counters are stored by day. */
function rejectedSeries(
  counters: readonly { day: string; name: string; count: number }[],
  days: number,
  { dayNumber }: GroupContext,
): WatchedSeries {
  const of = (name: string) => {
    const counts = new Uint32Array(days)
    for (const one of counters) if (one.name === name) counts[dayNumber(one.day)]! += one.count
    return counts
  }
  return {
    subject: subjectOf('rejected'),
    slice: null,
    per: 'day',
    all: of('received'),
    hits: of('rejected'),
  }
}

/** Reads the interruptions of receivers. A stop of the last seconds may not be recorded as an event yet. */
async function readStops({ store, now }: WatchSource, { from }: DayRange): Promise<AlertsData['stops']> {
  const events = await store.operations.read({
    types: ['receiver_stopped', 'receiver_resumed'],
    days: { from, to: berlinDay(now()) },
    limit: maxEvents,
  })
  const stops = events
    .filter(({ type }) => type === 'receiver_stopped')
    .map(({ data: { destination, stoppedAt } }) => ({
      destination,
      stoppedAt,
      resumedAt:
        events.find(
          ({ type, data }) =>
            type === 'receiver_resumed' && data.destination === destination && data.stoppedAt === stoppedAt,
        )?.at ?? null,
    }))
  for (const destination of destinationNames) {
    const stopped = await store.outbox.stopped(destination)
    const isRecorded = stops.some((one) => one.destination === destination && one.stoppedAt === stopped?.at)
    if (stopped && !isRecorded) stops.push({ destination, stoppedAt: stopped.at, resumedAt: null })
  }
  return stops
}
