import type Database from 'better-sqlite3'
import type { Segment } from '#db/ports/projection-store.ts'

/**
 * Functions that return the number of a measure or a segment. A measure or segment without a number gets the next one.
 */
export interface Numbers {
  measure: (name: string) => number
  segment: (segment: Segment) => number
}

/**
 * Returns a function that creates the `Numbers` for one transaction. They cache every number that they return. They
 * must not be used after the transaction: if it is rolled back, numbers that it added are no longer stored.
 */
export function internNames(sqlite: Database.Database): () => Numbers {
  const findMeasure = sqlite.prepare<[string], number>('SELECT measure FROM measures WHERE name = ?').pluck()
  const addMeasure = sqlite
    .prepare<[string], number>('INSERT INTO measures (name) VALUES (?) RETURNING measure')
    .pluck()
  const findSegment = sqlite
    .prepare<[Segment], number>(
      `SELECT segment FROM segments WHERE device = @device AND source = @source AND medium = @medium
         AND campaign = @campaign AND reason = @reason`,
    )
    .pluck()
  const addSegment = sqlite
    .prepare<[Segment], number>(
      `INSERT INTO segments (device, source, medium, campaign, reason)
       VALUES (@device, @source, @medium, @campaign, @reason) RETURNING segment`,
    )
    .pluck()
  return () => {
    const measures = new Map<string, number>()
    const segments = new Map<string, number>()
    return {
      measure(name) {
        const number = measures.get(name) ?? findMeasure.get(name) ?? addMeasure.get(name)!
        measures.set(name, number)
        return number
      },
      segment(segment) {
        const { device, source, medium, campaign, reason } = segment
        const key = JSON.stringify([device, source, medium, campaign, reason])
        const number = segments.get(key) ?? findSegment.get(segment) ?? addSegment.get(segment)!
        segments.set(key, number)
        return number
      },
    }
  }
}
