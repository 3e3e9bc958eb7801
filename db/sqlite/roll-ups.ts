import type Database from 'better-sqlite3'
import type { AttributionDelta, DropOffDelta, Segment } from '../projection-store.ts'

/** All segments together. */
export const totalSegment = 0

export function addDropOff(sqlite: Database.Database) {
  const add = sqlite.prepare<(string | number)[]>(
    `INSERT INTO drop_off (generation, funnel, segment, day, version, measure, runs)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET runs = runs + excluded.runs`,
  )
  const intern = internSegments(sqlite)
  return (generation: number, deltas: DropOffDelta[]) => {
    const known = new Map<string, number>()
    for (const { funnel, segment, day, version, measure, runs } of deltas) {
      const number = segment ? intern(segment, known) : totalSegment
      add.run(generation, funnel, number, day, version, measure, runs)
    }
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
