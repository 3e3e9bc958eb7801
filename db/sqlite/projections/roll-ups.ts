import type Database from 'better-sqlite3'
import type { AttributionDelta, DropOffDelta } from '#db/ports/projection-store.ts'
import { type MeasureCounts, changeCounts, noCounts } from '#db/reads/reports/measure-counts.ts'
import { familyOf } from '#domain/runs/measure-families.ts'
import type { Numbers } from './intern.ts'

/** Segment number of the rows that contain the totals of all segments. */
export const totalSegment = 0

export function addDropOff(sqlite: Database.Database) {
  const key = 'generation = ? AND funnel = ? AND segment = ? AND family = ? AND day = ? AND version = ?'
  const find = sqlite.prepare<(string | number)[], string>(`SELECT counts FROM drop_off WHERE ${key}`).pluck()
  const put = sqlite.prepare<(string | number)[]>(
    `INSERT INTO drop_off (generation, funnel, segment, family, day, version, counts) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET counts = excluded.counts`,
  )
  return (generation: number, deltas: DropOffDelta[], numbers: Numbers) => {
    const rows = new Map<string, { place: (string | number)[]; changes: MeasureCounts }>()
    for (const { funnel, segment, day, version, measure, runs } of deltas) {
      const number = segment ? numbers.segment(segment) : totalSegment
      const place = [generation, funnel, number, familyOf(measure), day, version]
      const name = place.join(' ')
      let row = rows.get(name)
      if (!row) rows.set(name, (row = { place, changes: new Map() }))
      const ofMeasure = numbers.measure(measure)
      row.changes.set(ofMeasure, (row.changes.get(ofMeasure) ?? 0) + runs)
    }
    for (const { place, changes } of rows.values())
      put.run(...place, changeCounts(find.get(...place) ?? noCounts, changes))
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
