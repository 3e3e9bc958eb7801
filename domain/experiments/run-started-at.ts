/**
 * Returns the time at which the run started, in ms since the epoch. The run id must be a UUIDv7, whose first 48 bits
 * contain the time of its creation by the client's clock.
 */
export function runStartedAt(runId: string): number {
  return Number(`0x${runId.slice(0, 13).replace('-', '')}`)
}
