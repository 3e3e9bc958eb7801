import type { TouchedRuns } from '#db/projection-store.ts'
import { berlinDay } from '#domain/berlin-time.ts'
import type { Since } from '#domain/reports/as-of-shapes.ts'
import type { RunState } from '#domain/run-state.ts'
import { runDay } from '#domain/run.ts'

/** A run at some place of the log at or behind the position that is asked for. */
export interface RunSince {
  state: RunState
  /** Whether it had events up to that position. */
  known: boolean
  /** How many it has had since. */
  events: number
}

/** Reports count a run on the day of its start, the list of orders on the day of the order. */
export type CountedBy = 'start' | 'order'

interface About {
  from: string
  to: string
  funnel?: string | undefined
}

type Happened = Omit<Since, 'position'>

/** Counts what has happened to runs since a position, by day and funnel. Robots are left out, as everywhere. */
export function createSince(asOf: number) {
  const sums: Record<CountedBy, Map<string, Happened>> = { start: new Map(), order: new Map() }

  function add({ state, known, events }: RunSince, sign: 1 | -1): void {
    const { bot, order, origin } = state
    if (bot || events === 0) return
    const ordered = order !== null && order.position > asOf
    const happened = {
      events: sign * events,
      newRuns: known ? 0 : sign,
      resumedRuns: known ? sign : 0,
      newOrders: ordered ? sign : 0,
    }
    addTo(sums.start, JSON.stringify([origin.funnel, runDay(state)]), happened)
    if (order) addTo(sums.order, JSON.stringify([order.funnel, berlinDay(order.at)]), happened)
  }

  return {
    move(before: RunSince | undefined, after: RunSince): void {
      if (before) add(before, -1)
      add(after, 1)
    },
    /** Runs that were not there at the position. */
    addNew({ funnel, day, orderFunnel, orderDay, runs, events }: TouchedRuns['others'][number]): void {
      const ordered = orderFunnel !== null
      const happened = { events, newRuns: runs, resumedRuns: 0, newOrders: ordered ? runs : 0 }
      addTo(sums.start, JSON.stringify([funnel, day]), happened)
      if (ordered) addTo(sums.order, JSON.stringify([orderFunnel, orderDay]), happened)
    },
    of({ from, to, funnel }: About, by: CountedBy): Happened {
      const total = { events: 0, newRuns: 0, resumedRuns: 0, newOrders: 0 }
      for (const [key, happened] of sums[by]) {
        const [ofFunnel, day] = JSON.parse(key) as [string, string]
        if (day < from || day > to || (funnel !== undefined && funnel !== ofFunnel)) continue
        for (const name of names) total[name] += happened[name]
      }
      return total
    },
  }
}

const names = ['events', 'newRuns', 'resumedRuns', 'newOrders'] as const

function addTo(sums: Map<string, Happened>, key: string, happened: Happened): void {
  const sum = sums.get(key) ?? { events: 0, newRuns: 0, resumedRuns: 0, newOrders: 0 }
  for (const name of names) sum[name] += happened[name]
  sums.set(key, sum)
}
