import { runDay } from './evolve-run.ts'
import { type RunSegment, segmentOf } from './run-measures.ts'
import type { RunState } from './run-state.ts'

/** Runs whose measures are summed together. */
export interface RunGroup {
  funnel: string
  version: number
  /** Berlin day on which the runs started. */
  day: string
  /** Null for the total of all segments, which is read by reports without filters. */
  segment: RunSegment | null
}

/** Returns the two groups in which a run is counted, its segment and the total, by a key that identifies the group. */
export function groupsOf(state: RunState): Map<string, RunGroup> {
  const { funnel, version } = state.origin
  const about = { funnel, version, day: runDay(state) }
  const total = `${funnel}:${version}:${about.day}`
  const segment = segmentOf(state)
  const { device, source, medium, campaign, reason } = segment
  return new Map([
    [total, { ...about, segment: null }],
    [total + JSON.stringify([device, source, medium, campaign, reason]), { ...about, segment }],
  ])
}
