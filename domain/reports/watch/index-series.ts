import { type Subject, overAllFunnels, subjectKey } from './series.ts'
import type { Summed } from './usual.ts'

/** Finds the series about a subject without a search through all of them. */
export interface SeriesIndex {
  /** Series of all runs, in the order of their keys. */
  whole: readonly Summed[]
  /** Returns the series of all runs with this subject. */
  of: (subject: Subject) => Summed | undefined
  /** Returns the series of each funnel with this subject, apart from the funnel. */
  inFunnels: (subject: Subject) => readonly Summed[]
  /** Returns the series of parts of the runs with this subject. */
  partsOf: (subject: Subject) => readonly Summed[]
}

export function indexSeries(all: readonly Summed[]): SeriesIndex {
  const whole = all.filter(({ slice }) => slice === null)
  const parts = Map.groupBy(
    all.filter(({ slice }) => slice !== null),
    ({ subject }) => subjectKey(subject),
  )
  const bySubject = new Map(whole.map((one) => [subjectKey(one.subject), one]))
  const ofFunnels = Map.groupBy(
    whole.filter(({ subject }) => subject.funnel !== null),
    ({ subject }) => subjectKey(overAllFunnels(subject)),
  )
  return {
    whole,
    of: (subject) => bySubject.get(subjectKey(subject)),
    inFunnels: (subject) => ofFunnels.get(subjectKey(overAllFunnels(subject))) ?? [],
    partsOf: (subject) => parts.get(subjectKey(subject)) ?? [],
  }
}
