import type Database from 'better-sqlite3'
import { type SegmentPart, segmentKey, storedDimensions } from '#domain/runs/dimensions.ts'

/**
 * Functions that return the number of a measure or a segment. A measure or segment without a number gets the next one.
 */
export interface Numbers {
  measure: (name: string) => number
  segment: (segment: SegmentPart) => number
}

const columns = ['kind', ...storedDimensions] as const

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
    .prepare<[SegmentPart], number>(
      `SELECT segment FROM segments WHERE ${columns.map((name) => `${name} = @${name}`).join(' AND ')}`,
    )
    .pluck()
  const addSegment = sqlite
    .prepare<[SegmentPart], number>(
      `INSERT INTO segments (${columns.join(', ')})
       VALUES (${columns.map((name) => `@${name}`).join(', ')}) RETURNING segment`,
    )
    .pluck()
  return () => {
    const measures = new Map<string, number>()
    const segments = new Map<string, number>()
    // The deltas of a group share its segment.
    const known = new Map<SegmentPart, number>()
    return {
      measure(name) {
        const number = measures.get(name) ?? findMeasure.get(name) ?? addMeasure.get(name)!
        measures.set(name, number)
        return number
      },
      segment(segment) {
        const found = known.get(segment)
        if (found !== undefined) return found
        const key = segmentKey(segment)
        const number = segments.get(key) ?? findSegment.get(segment) ?? addSegment.get(segment)!
        segments.set(key, number)
        known.set(segment, number)
        return number
      },
    }
  }
}
