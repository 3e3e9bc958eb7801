/** Number of milliseconds in each unit. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
export const weekMs = 7 * dayMs

/** Returns an instant in ms since the epoch as ISO 8601 in UTC. */
export function isoTime(at: number): string {
  return new Date(at).toISOString()
}
