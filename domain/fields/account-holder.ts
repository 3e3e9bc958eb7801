import type { Field } from '../funnels/define-funnel.ts'
import { birthDateRule } from '../rules/birth-date.ts'
import { address } from './address.ts'
import { beitragsnummer, birthDate, firstName, lastName, salutation } from './person.ts'

/** The holder of an account that exists, whose age nobody asks (DESIGN 10.8). */
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
