import { runDay } from './evolve-run.ts'
import { type RunSegment, segmentOf } from './run-measures.ts'
import type { RunState } from './run-state.ts'

/** A group of runs whose measures are summed. */
export interface RunGroup {
  funnel: string
  version: number
  /** Berlin day on which the runs started. */
  day: string
  /** Null for the group of all segments. Reports without filters read that group. */
  segment: RunSegment | null
}

/**
 * Returns the two groups in which a run is counted: the group of its segment and the group of all segments. The keys of
 * the map identify the groups.
 */
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
