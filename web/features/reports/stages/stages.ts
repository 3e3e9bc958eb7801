import type { DropOffReport } from '#domain/reports/drop-off/shape.ts'
import { stepTitle } from '#domain/reports/words.ts'

/** Stage of a funnel. In the first stage, `lost`, `open` and `lossRate` are 0 and `medianSeconds` is null. */
export interface Stage {
  stage: number
  title: string
  runs: number
  /** Share of started runs, from 0 to 1. */
  share: number
  lost: number
  open: number
  /** Loss as a share of the previous stage's runs without the open ones, from 0 to 1. */
  lossRate: number
  medianSeconds: number | null
}

/** Returns the stages of a report with the titles that visitors see. */
export function stagesOf({ funnel, stages }: DropOffReport): Stage[] {
  const started = stages[0].runs
  return stages.map((one) => ({
    stage: one.stage,
    title: one.stage === 0 ? 'Start' : stepTitle(funnel, one.stage),
    runs: one.runs,
    share: started === 0 ? 0 : one.runs / started,
    ...('lost' in one
      ? { lost: one.lost, open: one.open, lossRate: one.lossRate, medianSeconds: one.medianSeconds }
      : { lost: 0, open: 0, lossRate: 0, medianSeconds: null }),
  }))
}

/** Returns the name of a stage, such as `Schritt 2 „Angaben zur Wohnung“`. */
export function stepName({ stage, title }: Pick<Stage, 'stage' | 'title'>): string {
  return stage === 0 ? title : `Schritt ${stage} „${title}“`
}

/** Returns the stage at which the most runs were lost. Returns undefined if no run was lost. */
export function worstStage(stages: readonly Stage[]): Stage | undefined {
  const worst = stages.toSorted((a, b) => b.lost - a.lost || a.stage - b.stage)[0]
  return worst && worst.lost > 0 ? worst : undefined
}

/**
 * Compares two reports of the same funnel and finds the stage whose loss rates differ most. Returns this stage of both
 * reports, or undefined if the loss rates are equal in all stages.
 */
export function widestGap(a: readonly Stage[], b: readonly Stage[]): { a: Stage; b: Stage } | undefined {
  const gap = (pair: { a: Stage; b: Stage }) => Math.abs(pair.a.lossRate - pair.b.lossRate)
  const pairs = a.flatMap((one) => {
    const other = b.find(({ stage }) => stage === one.stage)
    return other ? [{ a: one, b: other }] : []
  })
  const widest = pairs.toSorted((x, y) => gap(y) - gap(x))[0]
  return widest && gap(widest) > 0 ? widest : undefined
}
