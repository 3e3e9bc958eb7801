import type { Variant } from '#domain/forms/define-experiment.ts'
import type { Field } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { variantOf } from './assign-variant.ts'

/** Changed funnels, because other caches have funnels as keys. A variant belongs to one funnel. */
const changed = new WeakMap<Variant, Funnel>()

/**
 * Returns the funnel as a run sees it: with the changes of its variant if the run takes part in an experiment, otherwise
 * the funnel itself. Steps, names and facts are the same in all variants.
 */
export function funnelOfRun(funnel: Funnel, runId: string): Funnel {
  const own = variantOf(funnel, runId)
  return own ? funnelOfVariant(funnel, own.variant) : funnel
}

/** Returns the funnel with the changes of one of its variants. */
export function funnelOfVariant(funnel: Funnel, variant: Variant): Funnel {
  const made = changed.get(variant) ?? withChanges(funnel, variant)
  changed.set(variant, made)
  return made
}

const withChanges = (funnel: Funnel, { fields, steps }: Variant): Funnel => ({
  ...funnel,
  steps: funnel.steps.map((step) => ({
    ...step,
    ...steps?.[step.name],
    fields: step.fields.map((field) => ({ ...field, ...fields?.[field.name] }) as Field),
  })),
})
