import {
  type Counts,
  type Per,
  type Slice,
  type Subject,
  type WatchedSeries,
  hoursPerDay,
  overAllFunnels,
  slotHours,
  subjectKey,
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

/** Builds the series row by row, so that not all rows are needed at the same time. */
export function createSeriesBuilder(days: number) {
  const lengthOf = (per: Per) => (days * hoursPerDay) / slotHours[per]
  const book = createBook(lengthOf)
  /** Runs that came to a step, by `placeKey`. They are the base of every message of the step, also where it has no hits. */
  const came = new Map<string, Counts>()

  function addSteps({ slot, per, slice, funnel, reached, lost }: SlotRuns): void {
    lost.forEach((runs, index) => {
      const step = index + 1
      const key = placeKey(funnel, step, slice)
      let base = came.get(key)
      if (!base) came.set(key, (base = new Uint32Array(lengthOf(per))))
      base[slot]! += reached[index]!
      const counts = { all: reached[step]! + runs, hits: runs }
      book.add({ subject: subjectOf('loss', { funnel, step }), slice, per }, slot, counts)
    })
  }

  return {
    add(row: SlotRuns): void {
      const { slot, per, slice, funnel, reached, messages, incompleteOrders } = row
      addSteps(row)
      for (const { step, field, rule, runs } of messages) {
        const subject = subjectOf('message', { funnel, step, field, rule })
        book.add({ subject, slice, per }, slot, { all: 0, hits: runs })
      }
      if (slice) return
      const orders = reached.at(-1)!
      book.add({ subject: subjectOf('runs'), slice, per }, slot, { all: 0, hits: reached[0]! })
      book.add({ subject: subjectOf('orders'), slice, per }, slot, { all: 0, hits: orders })
      book.add({ subject: subjectOf('tracking'), slice, per }, slot, { all: orders, hits: incompleteOrders })
    },

    build(): WatchedSeries[] {
      const [messages, others] = partition(book.series(), ({ subject }) => subject.kind === 'message')
      const based = messages.map((one) => {
        const all = came.get(placeKey(one.subject.funnel!, one.subject.step!, one.slice))
        // A run whose events were lost may have a message of a step to which it never came.
        return { ...one, all: all ? atLeast(one.hits, all) : one.hits }
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

const placeKey = (funnel: string, step: number, slice: Slice | null) => JSON.stringify([funnel, step, slice])

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

function createBook(lengthOf: (per: Per) => number) {
  const byKey = new Map<string, WatchedSeries>()
  return {
    add(
      { subject, slice, per }: { subject: Subject; slice: Slice | null; per: Per },
      slot: number,
      { all, hits }: SlotCounts,
    ): void {
      const key = subjectKey(subject) + JSON.stringify(slice)
      let series = byKey.get(key)
      if (!series) {
        const zeros = () => new Uint32Array(lengthOf(per))
        byKey.set(key, (series = { subject, slice, per, all: zeros(), hits: zeros() }))
      }
      series.all[slot]! += all
      series.hits[slot]! += hits
    },
    series: () => [...byKey.values()],
  }
}
