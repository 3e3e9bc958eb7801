import { type RunSegment, type SegmentPart, segmentKey, segmentKindNames, segmentPart } from './dimensions.ts'

/** A group of runs whose measures are summed. */
export interface RunGroup {
  funnel: string
  version: number
  /** Berlin day on which the runs started. */
  day: string
  /** Null for the group of all runs. Reports without filters read that group. */
  segment: SegmentPart | null
}

/** What determines the groups of a run. */
export interface GroupedRun extends Omit<RunGroup, 'segment'> {
  segment: RunSegment
}

/**
 * Returns the groups in which a run is counted: the group of all runs, and the group of its segment in each kind. The
 * keys of the map identify the groups.
 */
export function groupsOf({ funnel, version, day, segment }: GroupedRun): Map<string, RunGroup> {
  const about = { funnel, version, day }
  const total = `${funnel}:${version}:${day}`
  const groups = new Map<string, RunGroup>([[total, { ...about, segment: null }]])
  for (const kind of segmentKindNames) {
    const part = segmentPart(segment, kind)
    groups.set(total + segmentKey(part), { ...about, segment: part })
  }
  return groups
}
