/** Each upload counts towards the quota with at least this many bytes. This also limits the number of small uploads. */
export const minWeight = 64 * 1024

/** Time in ms without visitor activity after which the uploads of a run may be removed to free space. */
export const silentForMs = 3600 * 1000

/** Maximum number of uploads that are removed to free space for a new one. The oldest are removed first. */
export const maxRemovals = 200

export interface RoomRequest {
  /** Maximum total size of all uploads without an order, in bytes. */
  quota: number
  /** Number of bytes that these uploads use. Each upload counts for at least `minWeight`. */
  used: number
  /** Bytes that the new upload needs. */
  wanted: number
  /** Current time, in ms since the epoch. */
  now: number
}

export interface RoomCandidate {
  id: string
  size: number
  /** Time of the last visitor activity in the run, in ms since the epoch. */
  lastSeenAt: number
}

export interface RoomDecision {
  fits: boolean
  /**
   * Ids of the uploads to remove. They are removed even if that does not free enough space, so that the next attempt
   * can free the rest.
   */
  remove: string[]
}

/**
 * Decides whether an upload fits into the quota, and which uploads of inactive runs to remove for it. `candidates` are
 * the oldest uploads without an order, oldest first. Uploads of active runs are kept.
 */
export function decideRoom(candidates: readonly RoomCandidate[], request: RoomRequest): RoomDecision {
  let excess = request.used + weightOf(request.wanted) - request.quota
  const remove: string[] = []
  for (const { id, size, lastSeenAt } of candidates) {
    if (excess <= 0 || remove.length >= maxRemovals) break
    if (request.now - lastSeenAt <= silentForMs) continue
    remove.push(id)
    excess -= weightOf(size)
  }
  return { fits: excess <= 0, remove }
}

function weightOf(bytes: number): number {
  return Math.max(bytes, minWeight)
}
