import { serviceEventTypes } from '#domain/events/stored-event.ts'
import {
  type RoomCandidate,
  type RoomRequest,
  maxRemovals,
  minWeight,
  silentForMs,
} from '#domain/uploads/upload-room.ts'
import type { UploadRoom } from '#db/ports/upload-store.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'

/**
 * Reads the input of `decideRoom` within a transaction. The candidates are uploads that may be removed for a new one.
 * They never include uploads of active runs. If the new upload fits into the quota anyway, there are no candidates.
 */
export async function readUploadRoom(
  tx: Queryable,
  { quota, wanted, now }: UploadRoom,
): Promise<[RoomCandidate[], RoomRequest]> {
  const { rows: sums } = await tx.query<{ used: number }>(
    `SELECT coalesce(sum(greatest(size + coalesce(page_bytes, 0), $1::bigint)), 0)::bigint AS used FROM uploads WHERE state <> 'kept'`,
    [minWeight],
  )
  const request = { quota, wanted, now, used: sums[0]!.used }
  if (request.used + Math.max(wanted, minWeight) <= quota) return [[], request]
  const { rows } = await tx.query<RoomCandidate>(
    `SELECT id, coalesce(size, 0) + coalesce(page_bytes, 0) AS size, seen.at AS "lastSeenAt"
     FROM uploads CROSS JOIN LATERAL (
       SELECT greatest(created_at, (
         SELECT received_at FROM events e WHERE e.run_id = uploads.run_id AND e.type <> ALL ($3::text[])
         ORDER BY position DESC LIMIT 1)) AS at) AS seen
     WHERE state <> 'kept' AND created_at < $1 AND seen.at < $1 ORDER BY created_at, key LIMIT $2`,
    [now - silentForMs, maxRemovals, serviceEventTypes],
  )
  return [rows, request]
}
