import type { FieldValues } from '#domain/forms/define-field.ts'
import type { VisibleBlock } from '#domain/forms/visible-fields.ts'

const hints = {
  text: 'Dieser Text hat sich mit Ihren Angaben geändert. Bitte stimmen Sie ihm erneut zu.',
  account: 'Die Angaben zum Konto haben sich geändert. Bitte stimmen Sie erneut zu.',
}

/**
 * Adds a hint to each consent that the visitor must give again. `given` contains the consents that were given, and
 * `values` the current values.
 */
export function withRenewalHints(
  blocks: readonly VisibleBlock[],
  given: Readonly<Record<string, string>>,
  values: FieldValues,
): VisibleBlock[] {
  return blocks.map((block) => ({
    ...block,
    fields: block.fields.map((field) =>
      field.kind === 'consent' && given[field.name] !== undefined && values[field.name] !== true
        ? { ...field, hint: field.inLetter ? hints.account : hints.text }
        : field,
    ),
  }))
}
