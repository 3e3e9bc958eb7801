import type { FieldChange, Variant } from '#domain/forms/define-experiment.ts'
import type { Field } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { variantOf } from './assign-variant.ts'

/** Changed funnels. Other caches have funnels as keys, so a variant must always be the same object. */
const changed = new WeakMap<Funnel, Map<Variant, Funnel>>()

/**
 * Returns the funnel as a run sees it: with the changes of its variant if the run takes part in an experiment, otherwise
 * the funnel itself. Steps, names and facts are the same in all variants.
 */
export function funnelOfRun(funnel: Funnel, runId: string): Funnel {
  const variant = variantOf(funnel, runId)?.variant
  return variant?.fields || variant?.steps ? funnelOfVariant(funnel, variant) : funnel
}

export function funnelOfVariant(funnel: Funnel, variant: Variant): Funnel {
  const known = changed.get(funnel) ?? new Map<Variant, Funnel>()
  changed.set(funnel, known)
  const made = known.get(variant) ?? withChanges(funnel, variant)
  known.set(variant, made)
  return made
}

function withChanges(funnel: Funnel, { fields, steps }: Variant): Funnel {
  return {
    ...funnel,
    steps: funnel.steps.map((step) => ({
      ...step,
      ...steps?.[step.name],
      fields: step.fields.map((field) => withChange(field, fields?.[field.name])),
    })),
  }
}

function withChange(field: Field, change: FieldChange | undefined): Field {
  if (!change) return field
  const { wording } = field
  // A text of the variant also replaces texts that depend on other values.
  return {
    ...field,
    ...change,
    ...(wording && { wording: (values) => ({ ...wording(values), ...change }) }),
  } as Field
}
