import type Database from 'better-sqlite3'
import type { AttributionDelta, DropOffDelta, Segment } from '../projection-store.ts'

/** All segments together. */
export const totalSegment = 0

export function addDropOff(sqlite: Database.Database) {
  const add = sqlite.prepare<[Omit<DropOffDelta, 'segment'> & { generation: number; segment: number }]>(
    `INSERT INTO drop_off (generation, funnel, segment, day, version, measure, runs)
     VALUES (@generation, @funnel, @segment, @day, @version, @measure, @runs)
     ON CONFLICT DO UPDATE SET runs = runs + excluded.runs`,
  )
  const intern = internSegments(sqlite)
  return (generation: number, deltas: DropOffDelta[]) => {
    const known = new Map<string, number>()
    for (const delta of deltas) {
      add.run({ ...delta, generation, segment: delta.segment ? intern(delta.segment, known) : totalSegment })
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
    const number = known.get(key) ?? find.get(segment) ?? (insert.get(segment) as number)
    known.set(key, number)
    return number
  }
}

export function addAttribution(sqlite: Database.Database) {
  const add = sqlite.prepare<[AttributionDelta & { generation: number }]>(
    `INSERT INTO attribution (generation, model, dimension, day, funnel, key, runs, orders, revenue_cents)
     VALUES (@generation, @model, @dimension, @day, @funnel, @key, @runs, @orders, @revenueCents)
     ON CONFLICT DO UPDATE SET runs = runs + excluded.runs, orders = orders + excluded.orders,
       revenue_cents = revenue_cents + excluded.revenue_cents`,
  )
  return (generation: number, deltas: AttributionDelta[]) => {
    for (const delta of deltas) add.run({ ...delta, generation })
  }
}
