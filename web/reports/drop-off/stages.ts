import type { DropOffReport } from '#domain/reports/report-shapes.ts'
import { stepTitle } from '../words.ts'

/** A stage as it is drawn: the start lost nobody and took no time. */
export interface Stage {
  stage: number
  title: string
  runs: number
  /** Of the runs that started, 0..1. */
  share: number
  lost: number
  /** Of the runs of the stage before, 0..1. */
  lossRate: number
  medianSeconds: number | null
}

/** The stages of a report with the titles that visitors read. */
export function stagesOf({ funnel, stages }: DropOffReport): Stage[] {
  const started = stages[0].runs
  return stages.map((one) => ({
    stage: one.stage,
    title: one.stage === 0 ? 'Start' : stepTitle(funnel, one.stage),
    runs: one.runs,
    share: started === 0 ? 0 : one.runs / started,
    ...('lost' in one
      ? { lost: one.lost, lossRate: one.lossRate, medianSeconds: one.medianSeconds }
      : { lost: 0, lossRate: 0, medianSeconds: null }),
  }))
}

/** `Schritt 2 „Angaben zur Wohnung“` */
export function stepName({ stage, title }: Pick<Stage, 'stage' | 'title'>): string {
  return stage === 0 ? title : `Schritt ${stage} „${title}“`
}

/** The stage at which most runs were lost; undefined when none was. */
export function worstStage(stages: readonly Stage[]): Stage | undefined {
  const worst = stages.toSorted((a, b) => b.lost - a.lost || a.stage - b.stage)[0]
  return worst && worst.lost > 0 ? worst : undefined
}

/** The stage whose loss rates differ most between two reports of one funnel; undefined when none does. */
export function widestGap(a: readonly Stage[], b: readonly Stage[]): { a: Stage; b: Stage } | undefined {
  const gap = (pair: { a: Stage; b: Stage }) => Math.abs(pair.a.lossRate - pair.b.lossRate)
  const pairs = a.flatMap((one) => {
    const other = b.find(({ stage }) => stage === one.stage)
    return other ? [{ a: one, b: other }] : []
  })
  const widest = pairs.toSorted((x, y) => gap(y) - gap(x))[0]
  return widest && gap(widest) > 0 ? widest : undefined
}
