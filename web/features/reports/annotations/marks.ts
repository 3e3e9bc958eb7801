import type { Annotation } from '#domain/reports/annotations/shape.ts'
import type { DayMark } from '#web/features/reports/plot/day-marks.tsx'
import { titleOf } from './annotation-words.ts'

/** Returns the marks of annotations in a plot. */
export function marksOf(annotations: readonly Annotation[] = []): DayMark[] {
  return annotations.map((one) => ({ id: one.id, day: one.day, name: titleOf(one) }))
}
