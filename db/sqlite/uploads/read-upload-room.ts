import type Database from 'better-sqlite3'
import { serviceEventTypes } from '#domain/events/stored-event.ts'
import {
  type RoomCandidate,
  type RoomRequest,
  maxRemovals,
  minWeight,
  silentForMs,
} from '#domain/uploads/upload-room.ts'
import type { UploadRoom } from '#db/ports/upload-store.ts'

/**
 * Returns a function that reads the input of `decideRoom`. It must be called within a transaction. While there is
 * enough room, the input contains no candidates for removal. An upload of an active run is never a candidate.
 */
export function readUploadRoom(sqlite: Database.Database) {
  const used = sqlite
    .prepare<[number], number>(
      `SELECT coalesce(sum(max(coalesce(size, 0) + coalesce(page_bytes, 0), ?)), 0) FROM uploads WHERE state IN ('receiving', 'whole')`,
    )
    .pluck()
  const oldest = sqlite.prepare<[{ before: number; limit: number; service: string }], RoomCandidate>(
    `SELECT id, size, lastSeenAt FROM (
       ${silentOf('receiving')} UNION ALL ${silentOf('whole')} ORDER BY created_at, key LIMIT @limit)
     ORDER BY created_at, key`,
  )
  return ({ quota, wanted, now }: UploadRoom): [RoomCandidate[], RoomRequest] => {
    const request = { quota, wanted, now, used: used.get(minWeight)! }
    const isFull = request.used + Math.max(wanted, minWeight) > quota
    const bounds = { before: now - silentForMs, limit: maxRemovals }
    return [isFull ? oldest.all({ ...bounds, service: JSON.stringify(serviceEventTypes) }) : [], request]
  }
}

/**
 * Returns the SELECT for the uploads of one state. It reads them in the order of the index on state and time. The query
 * that merges the uploads of both states can therefore stop at its limit.
 */
function silentOf(state: 'receiving' | 'whole'): string {
  return `SELECT id, size, lastSeenAt, created_at, key FROM (
       SELECT id, coalesce(size, 0) + coalesce(page_bytes, 0) AS size, created_at, key, max(created_at, coalesce((
         SELECT received_at FROM events e
         WHERE e.run_id = uploads.run_id AND e.type NOT IN (SELECT value FROM json_each(@service))
         ORDER BY position DESC LIMIT 1), 0)) AS lastSeenAt
       FROM uploads WHERE state = '${state}' AND created_at < @before)
     WHERE lastSeenAt < @before`
}
