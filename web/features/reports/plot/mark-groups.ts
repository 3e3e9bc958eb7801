import { type DayMark, marksAt } from './day-marks.tsx'
import type { PlotPoint } from './points.ts'

/** Least width of a button, in px. */
const targetSize = 24

/** Marks that share a button, because they are close to each other. */
export interface MarkGroup {
  marks: DayMark[]
  /** Index of the last of the marked points. */
  index: number
  left: number
  width: number
}

/** Returns the marks of a plot, in groups whose buttons do not overlap. */
export function markGroups(
  points: readonly PlotPoint[],
  marks: readonly DayMark[],
  x: (index: number) => number,
): MarkGroup[] {
  const groups: MarkGroup[] = []
  points.forEach((point, index) => {
    const own = marksAt(point, marks)
    if (own.length === 0) return
    const left = x(index) - targetSize / 2
    const last = groups.at(-1)
    if (last && left < last.left + last.width) {
      last.marks.push(...own)
      last.index = index
      last.width = left + targetSize - last.left
    } else groups.push({ marks: own, index, left, width: targetSize })
  })
  return groups
}
