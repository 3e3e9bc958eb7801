import type Database from 'better-sqlite3'
import type { AttributionDelta, DropOffDelta, Segment } from '../projection-store.ts'
import { type MeasureCounts, addCounts, countsText, noCounts } from '../measure-counts.ts'

/** All segments together. */
export const totalSegment = 0

export function addDropOff(sqlite: Database.Database) {
  const key = 'generation = ? AND funnel = ? AND segment = ? AND day = ? AND version = ?'
  const find = sqlite.prepare<(string | number)[], string>(`SELECT counts FROM drop_off WHERE ${key}`).pluck()
  const put = sqlite.prepare<(string | number)[]>(
    `INSERT INTO drop_off (generation, funnel, segment, day, version, counts) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET counts = excluded.counts`,
  )
  const segmentNumber = internSegments(sqlite)
  const measureNumber = internMeasures(sqlite)
  return (generation: number, deltas: DropOffDelta[]) => {
    const segments = new Map<string, number>()
    const measures = new Map<string, number>()
    const rows = new Map<string, { place: (string | number)[]; counts: MeasureCounts }>()
    for (const { funnel, segment, day, version, measure, runs } of deltas) {
      const place = [
        generation,
        funnel,
        segment ? segmentNumber(segment, segments) : totalSegment,
        day,
        version,
      ]
      const name = place.join(' ')
      let row = rows.get(name)
      if (!row) {
        row = { place, counts: [] }
        addCounts(row.counts, find.get(...place) ?? noCounts)
        rows.set(name, row)
      }
      const number = measureNumber(measure, measures)
      row.counts[number] = (row.counts[number] ?? 0) + runs
    }
    for (const { place, counts } of rows.values()) put.run(...place, countsText(counts))
  }
}

/** As with segments, `known` lives no longer than a transaction. */
function internMeasures(sqlite: Database.Database) {
  const find = sqlite.prepare<[string], number>('SELECT measure FROM measures WHERE name = ?').pluck()
  const insert = sqlite
    .prepare<[string], number>('INSERT INTO measures (name) VALUES (?) RETURNING measure')
    .pluck()
  return (name: string, known: Map<string, number>): number => {
    const number = known.get(name) ?? find.get(name) ?? insert.get(name)!
    known.set(name, number)
    return number
  }
}

/** `known` lives no longer than a transaction, because a rollback would take the number back. */
function internSegments(sqlite: Database.Database) {
  const find = sqlite
    .prepare<[Segment], number>(
      `SELECT segment FROM segments
       WHERE device = @device AND source = @source AND medium = @medium AND campaign = @campaign`,
    )
    .pluck()
  const insert = sqlite
    .prepare<[Segment], number>(
      `INSERT INTO segments (device, source, medium, campaign) VALUES (@device, @source, @medium, @campaign)
       RETURNING segment`,
    )
    .pluck()
  return (segment: Segment, known: Map<string, number>): number => {
    const key = JSON.stringify([segment.device, segment.source, segment.medium, segment.campaign])
    const number = known.get(key) ?? find.get(segment) ?? insert.get(segment)!
    known.set(key, number)
    return number
  }
}

export function addAttribution(sqlite: Database.Database) {
  const add = sqlite.prepare<(string | number)[]>(
    `INSERT INTO attribution (generation, model, dimension, day, funnel, key, runs, orders, revenue_cents)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET runs = runs + excluded.runs, orders = orders + excluded.orders,
       revenue_cents = revenue_cents + excluded.revenue_cents`,
  )
  return (generation: number, deltas: AttributionDelta[]) => {
    for (const { model, dimension, day, funnel, key, runs, orders, revenueCents } of deltas) {
      add.run(generation, model, dimension, day, funnel, key, runs, orders, revenueCents)
    }
  }
}
