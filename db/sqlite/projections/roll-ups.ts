import type Database from 'better-sqlite3'
import type { AttributionDelta } from '#db/ports/projection-store.ts'
import { type MeasureCounts, changeCounts, noCounts } from '#db/reads/reports/measure-counts.ts'
import type { Numbers } from './intern.ts'
import type { CountedRows } from './projection-rows.ts'

/** Segment number of the rows that contain the totals of all segments. */
export const totalSegment = 0

export function addDropOff(sqlite: Database.Database) {
  const key = 'generation = ? AND funnel = ? AND segment = ? AND family = ? AND day = ? AND version = ?'
  const find = sqlite.prepare<(string | number)[], string>(`SELECT counts FROM drop_off WHERE ${key}`).pluck()
  const put = sqlite.prepare<(string | number)[]>(
    `INSERT INTO drop_off (generation, funnel, segment, family, day, version, counts) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET counts = excluded.counts`,
  )
  return (generation: number, { names, dropOff }: CountedRows, numbers: Numbers) => {
    const measures = names.map(numbers.measure)
    for (const { funnel, segment, family, day, version, changes } of dropOff) {
      const number = segment ? numbers.segment(segment) : totalSegment
      const runs: MeasureCounts = new Map()
      for (let index = 0; index < changes.length; index += 2)
        runs.set(measures[changes[index]!]!, changes[index + 1]!)
      const place = [generation, funnel, number, family, day, version]
      put.run(...place, changeCounts(find.get(...place) ?? noCounts, runs))
    }
  }
}

/** Returns a function that records which days have changed up to a checkpoint. */
export function countDays(sqlite: Database.Database) {
  const put = sqlite.prepare<[number, string, number]>(
    `INSERT INTO counted_days (generation, day, position) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET position = excluded.position`,
  )
  return (generation: number, days: readonly string[], position: number) => {
    for (const day of days) put.run(generation, day, position)
  }
}

export function addAttribution(sqlite: Database.Database) {
  const add = sqlite.prepare<(string | number)[]>(
    `INSERT INTO attribution (generation, model, dimension, day, funnel, key, runs, orders, revenue_cents,
       net_revenue_cents)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET runs = runs + excluded.runs, orders = orders + excluded.orders,
       revenue_cents = revenue_cents + excluded.revenue_cents,
       net_revenue_cents = net_revenue_cents + excluded.net_revenue_cents`,
  )
  return (generation: number, deltas: AttributionDelta[]) => {
    for (const { model, dimension, day, funnel, key, ...amounts } of deltas) {
      const { runs, orders, revenueCents, netRevenueCents } = amounts
      add.run(generation, model, dimension, day, funnel, key, runs, orders, revenueCents, netRevenueCents)
    }
  }
}
