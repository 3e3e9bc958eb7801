import type { Field } from '#domain/forms/define-field.ts'
import { birthDateRule } from '#domain/forms/rules/birth-date.ts'
import { address } from './address.ts'
import { beitragsnummer, birthDate, firstName, lastName, salutation } from './person.ts'

/** Returns the fields for the holder of an existing account. The holder may be under 18. */
export function accountHolder(labels: { address?: string; beitragsnummer?: string } = {}): Field[] {
  return [
    salutation(),
    firstName(),
    lastName(),
    birthDate({ rule: birthDateRule }),
    address(labels.address ? { label: labels.address } : {}),
    beitragsnummer(labels.beitragsnummer ? { label: labels.beitragsnummer } : {}),
  ]
}
