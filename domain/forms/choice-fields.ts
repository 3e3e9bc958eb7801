import type { CheckboxField, ChoiceField, Field } from './define-field.ts'
import type { Funnel } from './define-funnel.ts'

/** A field with a closed set of values that reports may compare: an optional fact that is not a consent. */
export interface PlacedChoice {
  field: ChoiceField | CheckboxField
  /** Name of the step that contains the field. */
  stepName: string
}

const choicesByFunnel = new WeakMap<Funnel, readonly PlacedChoice[]>()

/**
 * Returns the choices and checkboxes of a funnel that are stored as facts, in the order of the form. Consents are left
 * out: every order has them. The result is cached, because it is needed for every event.
 */
export function choiceFieldsOf(funnel: Funnel): readonly PlacedChoice[] {
  const known = choicesByFunnel.get(funnel)
  if (known) return known
  const choices = funnel.steps.flatMap(({ name: stepName, fields }) =>
    fields.filter(isChoice).map((field) => ({ field, stepName })),
  )
  choicesByFunnel.set(funnel, choices)
  return choices
}

function isChoice(field: Field): field is ChoiceField | CheckboxField {
  return (field.kind === 'choice' || field.kind === 'checkbox') && field.fact === true
}

/** Returns the value that the page shows before the visitor has changed it; undefined if there is none. */
export function initialValueOf(field: ChoiceField | CheckboxField): string | boolean | undefined {
  return field.default ?? (field.kind === 'checkbox' ? false : undefined)
}

/** Returns the German label of a value, which is text as in the names of measures. Returns an unknown value unchanged. */
export function choiceLabel(field: ChoiceField | CheckboxField, value: string): string {
  if (field.kind === 'choice') return field.options.find((option) => option.value === value)?.label ?? value
  return { true: 'angekreuzt', false: 'nicht angekreuzt' }[value] ?? value
}
