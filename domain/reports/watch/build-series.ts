import {
  type Counts,
  type Per,
  type Slice,
  type Subject,
  type WatchedSeries,
  hoursPerDay,
  overAllFunnels,
  slotHours,
  subjectOf,
} from './series.ts'

/** Runs of a funnel that began in an hour or on a day. */
export interface SlotRuns {
  /** Number of the hour or of the day. */
  slot: number
  per: Per
  funnel: string
  /** Null for all runs. */
  slice: Slice | null
  /** Number of runs that came to each stage; stage 0 is the start, the last one the order. */
  reached: readonly number[]
  /** Number of runs that were lost at each stage from 1. */
  lost: readonly number[]
  /** Runs in which a rule rejected a field of a step. */
  messages: readonly { step: number; field: string; rule: string; runs: number }[]
  /** Orders before which events are missing. */
  incompleteOrders: number
}

/** Returns the series of everything that is watched in runs. `days` is the number of days. */
export function buildSeries(days: number, rows: Iterable<SlotRuns>): WatchedSeries[] {
  const builder = createSeriesBuilder(days)
  for (const row of rows) builder.add(row)
  return builder.build()
}

/** The series of the runs of a funnel in a slice. */
interface Place {
  /** By name, which says what of the subject is not that of all series of the place. */
  series: Map<string, WatchedSeries>
  /** Runs that came to each step from 1. They are the base of every message of the step, also where it has no hits. */
  came: Counts[]
}

/** Builds the series row by row, so that not all rows are needed at the same time. */
export function createSeriesBuilder(days: number) {
  const lengthOf = (per: Per) => (days * hoursPerDay) / slotHours[per]
  /** By funnel and key of the slice. */
  const places = new Map<string | null, Map<string, Place>>()
  /** All series, in the order in which they were first added to. */
  const all: WatchedSeries[] = []

  // There are many more rows than places, so the key of a place is built only once per row.
  function placeOf(funnel: string | null, slice: Slice | null): Place {
    let slices = places.get(funnel)
    if (!slices) places.set(funnel, (slices = new Map()))
    const key = sliceKey(slice)
    let place = slices.get(key)
    if (!place) slices.set(key, (place = { series: new Map(), came: [] }))
    return place
  }

  return {
    add(row: SlotRuns): void {
      const { slot, per, slice, funnel, reached, lost, messages, incompleteOrders } = row
      const length = lengthOf(per)
      const addTo = ({ series }: Place, name: string, subjectOfName: () => Subject, counts: SlotCounts) => {
        let one = series.get(name)
        if (!one) {
          const zeros = () => new Uint32Array(length)
          series.set(name, (one = { subject: subjectOfName(), slice, per, all: zeros(), hits: zeros() }))
          all.push(one)
        }
        one.all[slot]! += counts.all
        one.hits[slot]! += counts.hits
      }
      const place = placeOf(funnel, slice)
      lost.forEach((runs, index) => {
        const step = index + 1
        const base = (place.came[index] ??= new Uint32Array(length))
        base[slot]! += reached[index]!
        const counts = { all: reached[step]! + runs, hits: runs }
        addTo(place, `loss:${step}`, () => subjectOf('loss', { funnel, step }), counts)
      })
      for (const { step, field, rule, runs } of messages) {
        const subject = () => subjectOf('message', { funnel, step, field, rule })
        addTo(place, `message:${step}:${field}:${rule}`, subject, { all: 0, hits: runs })
      }
      if (slice) return
      const orders = reached.at(-1)!
      const whole = placeOf(null, slice)
      addTo(whole, 'runs', () => subjectOf('runs'), { all: 0, hits: reached[0]! })
      addTo(whole, 'orders', () => subjectOf('orders'), { all: 0, hits: orders })
      addTo(whole, 'tracking', () => subjectOf('tracking'), { all: orders, hits: incompleteOrders })
    },

    build(): WatchedSeries[] {
      const [messages, others] = partition(all, ({ subject }) => subject.kind === 'message')
      const based = messages.map((one) => {
        const { funnel, step } = one.subject
        const came = placeOf(funnel, one.slice).came[step! - 1]
        // A run whose events were lost may have a message of a step to which it never came.
        return { ...one, all: came ? atLeast(one.hits, came) : one.hits }
      })
      const losses = others.filter(({ subject }) => subject.kind === 'loss')
      return [...others, ...based, ...overFunnels([...losses, ...based])]
    },
  }
}

function atLeast(hits: Counts, all: Counts): Counts {
  if (hits.every((runs, slot) => runs <= all[slot]!)) return all
  return all.map((runs, slot) => Math.max(runs, hits[slot]!))
}

const sliceKey = (slice: Slice | null) => (slice ? `${slice.dimension}:${slice.value}` : '')

/** Adds up the messages of fields that several funnels have, and the losses of their steps with the same number. */
function overFunnels(series: readonly WatchedSeries[]): WatchedSeries[] {
  const groups = Map.groupBy(series, ({ subject: { kind, step, field, rule }, slice }) =>
    JSON.stringify([kind, kind === 'loss' ? step : null, field, rule, slice]),
  )
  return [...groups.values()]
    .filter((group) => new Set(group.map(({ subject }) => subject.funnel)).size > 1)
    .map((group) => {
      const { subject, slice, per } = group[0]!
      return {
        subject: overAllFunnels(subject),
        slice,
        per,
        all: addUp(group.map(({ all }) => all)),
        hits: addUp(group.map(({ hits }) => hits)),
      }
    })
}

function addUp(arrays: readonly Counts[]): Counts {
  const sums = new Uint32Array(arrays[0]!.length)
  for (const values of arrays) for (let slot = 0; slot < sums.length; slot += 1) sums[slot]! += values[slot]!
  return sums
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

interface SlotCounts {
  all: number
  hits: number
}
