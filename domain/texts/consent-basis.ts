import type { ConsentField, FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { comparable } from '#domain/forms/same-value.ts'
import { resolveField } from '#domain/forms/visible-fields.ts'
import { accountHolderFields } from '#domain/funnels/fields/payment.ts'

/**
 * Returns what a tick is given for: the text of the consent and, for a declaration to the fee office, the account and
 * its holder. If the basis changes, the consent must be given again. Returns undefined if the consent is not shown.
 */
export function consentBasis(funnel: Funnel, field: ConsentField, values: FieldValues): string | undefined {
  if (field.when && !field.when(values)) return undefined
  const account = field.inLetter ? accountFields(funnel) : []
  return JSON.stringify([
    resolveField(field, values).label,
    ...account.map((name) => comparable(values[name]) ?? null),
  ])
}

const accountFields = (funnel: Funnel) =>
  fieldsOf(funnel).flatMap(({ kind, name }) =>
    kind === 'iban' || accountHolderFields.has(name) ? [name] : [],
  )
