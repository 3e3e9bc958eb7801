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
 * their id was created during the experiment. Ids that are not of UUID version 7 have no time, so their runs take part in
 * none.
 */
export function variantOf(
  { experiments }: Pick<Funnel, 'experiments'>,
  runId: string,
): AssignedVariant | undefined {
  if (!experiments || runId[14] !== '7') return undefined
  const at = runStartedAt(runId)
  const experiment = experiments.find(
    ({ from, until }) => at >= Date.parse(from) && !(until && at >= Date.parse(until)),
  )
  if (!experiment) return undefined
  const { key, variants } = experiment
  let left = shareOf(key + runId) * variants.reduce((sum, { weight }) => sum + weight, 0)
  return { experiment, variant: variants.find(({ weight }) => (left -= weight) < 0)! }
}

/**
 * Returns a number from 0 to below 1 that looks random but depends only on the text: FNV-1a, followed by the finalizer of
 * MurmurHash3, without which texts that differ only at their end would get similar numbers.
 */
function shareOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
