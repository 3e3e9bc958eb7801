import { type Slice, type Subject, type WatchedSeries, subjectKey, subjectOf } from './series.ts'

/** Runs of a funnel that began in a slot. */
export interface SlotRuns {
  /** With `per: 'day'`, the last slot of the day. */
  slot: number
  per: WatchedSeries['per']
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

/** Returns the series of everything that is watched in runs. `length` is the number of slots. */
export function buildSeries(length: number, rows: Iterable<SlotRuns>): WatchedSeries[] {
  const book = createBook(length)
  /** Runs that came to a step, by `placeKey`. They are the base of every message of the step, also where it has no hits. */
  const came = new Map<string, Float64Array>()
  for (const { slot, per, slice, funnel, reached, lost, messages, incompleteOrders } of rows) {
    lost.forEach((runs, index) => {
      const step = index + 1
      const key = placeKey(funnel, step, slice)
      let base = came.get(key)
      if (!base) came.set(key, (base = new Float64Array(length)))
      base[slot]! += reached[index]!
      book.add({ subject: subjectOf('loss', { funnel, step }), slice, per }, slot, {
        all: reached[step]! + runs,
        hits: runs,
      })
    })
    for (const { step, field, rule, runs } of messages)
      book.add({ subject: subjectOf('message', { funnel, step, field, rule }), slice, per }, slot, {
        all: 0,
        hits: runs,
      })
    if (slice) continue
    const orders = reached.at(-1)!
    book.add({ subject: subjectOf('runs'), slice, per }, slot, { all: 0, hits: reached[0]! })
    book.add({ subject: subjectOf('orders'), slice, per }, slot, { all: 0, hits: orders })
    book.add({ subject: subjectOf('tracking'), slice, per }, slot, { all: orders, hits: incompleteOrders })
  }
  const [messages, others] = partition(book.series(), ({ subject }) => subject.kind === 'message')
  const based = messages.map((one) => {
    const all = came.get(placeKey(one.subject.funnel!, one.subject.step!, one.slice))
    // A run whose events were lost may have a message of a step to which it never came.
    return { ...one, all: (all ?? new Float64Array(length)).map((runs, slot) => Math.max(runs, one.hits[slot]!)) }
  })
  return [...others, ...based, ...overFunnels(based)]
}

const placeKey = (funnel: string, step: number, slice: Slice | null) => JSON.stringify([funnel, step, slice])

/** Adds up the messages of fields that several funnels have. */
function overFunnels(messages: readonly WatchedSeries[]): WatchedSeries[] {
  const groups = Map.groupBy(messages, ({ subject: { field, rule }, slice }) =>
    JSON.stringify([field, rule, slice]),
  )
  return [...groups.values()]
    .filter((group) => new Set(group.map(({ subject }) => subject.funnel)).size > 1)
    .map((group) => {
      const { subject, slice, per } = group[0]!
      const { field, rule } = subject
      return {
        subject: subjectOf('message', { field, rule }),
        slice,
        per,
        all: addUp(group.map(({ all }) => all)),
        hits: addUp(group.map(({ hits }) => hits)),
      }
    })
}

function addUp(arrays: readonly Float64Array[]): Float64Array {
  return arrays[0]!.map((_, slot) => arrays.reduce((sum, values) => sum + values[slot]!, 0))
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

interface SlotCounts {
  all: number
  hits: number
}

function createBook(length: number) {
  const byKey = new Map<string, WatchedSeries>()
  return {
    add(
      { subject, slice, per }: { subject: Subject; slice: Slice | null; per: WatchedSeries['per'] },
      slot: number,
      { all, hits }: SlotCounts,
    ): void {
      const key = subjectKey(subject) + JSON.stringify(slice)
      let series = byKey.get(key)
      if (!series) {
        const zeros = () => new Float64Array(length)
        byKey.set(key, (series = { subject, slice, per, all: zeros(), hits: zeros() }))
      }
      series.all[slot]! += all
      series.hits[slot]! += hits
    },
    series: () => [...byKey.values()],
  }
}
