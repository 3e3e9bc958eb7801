import { runDay } from './evolve-run.ts'
import { type SegmentPart, segmentKey, segmentKindNames, segmentPart } from './dimensions.ts'
import { segmentOf } from './run-measures.ts'
import type { RunState } from './run-state.ts'

/** A group of runs whose measures are summed. */
export interface RunGroup {
  funnel: string
  version: number
  /** Berlin day on which the runs started. */
  day: string
  /** Null for the group of all runs. Reports without filters read that group. */
  segment: SegmentPart | null
}

/**
 * Returns the groups in which a run is counted: the group of all runs, and the group of its segment in each kind. The
 * keys of the map identify the groups.
 */
export function groupsOf(state: RunState): Map<string, RunGroup> {
  const { funnel, version } = state.origin
  const about = { funnel, version, day: runDay(state) }
  const total = `${funnel}:${version}:${about.day}`
  const segment = segmentOf(state)
  const groups = new Map<string, RunGroup>([[total, { ...about, segment: null }]])
  for (const kind of segmentKindNames) {
    const part = segmentPart(segment, kind)
    groups.set(total + segmentKey(part), { ...about, segment: part })
  }
  return groups
}
