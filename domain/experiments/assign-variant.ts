import type { Experiment, Variant } from '#domain/forms/define-experiment.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { runStartedAt } from './run-started-at.ts'

export interface AssignedVariant {
  experiment: Experiment
  variant: Variant
}

/**
 * Returns the variant of a run, or undefined if the run takes part in no experiment. The result depends only on the
 * funnel's data and the run id, so browser and service agree, and nothing is stored on the device. Runs take part if
 * their id, a UUIDv7, was created during the experiment. Ids of other versions have no time, so their runs take part in
 * none. The last 62 bits are random (RFC 9562, section 5.7), so no hash is needed: run ids are
 * unique, and a run takes part in one experiment only.
 */
export function variantOf(
  { experiments }: Pick<Funnel, 'experiments'>,
  runId: string,
): AssignedVariant | undefined {
  const at = runStartedAt(runId)
  // Comparisons with NaN are false, so an experiment without `until` has no end.
  const experiment = experiments?.find(
    ({ from, until }) => Date.parse(from) <= at && !(Date.parse(until!) <= at) && runId[14] === '7',
  )
  let left = Number(`0x${runId.slice(-8)}`) % 100
  return (
    experiment && {
      experiment,
      variant: experiment.variants.find(({ weight }) => (left -= weight) < 0)!,
    }
  )
}
