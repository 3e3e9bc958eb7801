import type { Field, FieldKind, FieldOf } from '#domain/forms/define-field.ts'
import { address } from './address.ts'
import { beitragsnummer } from './beitragsnummer.ts'
import { checkbox } from './checkbox.ts'
import { choice } from './choice.ts'
import { consent } from './consent.ts'
import { date } from './date.ts'
import { email } from './email.ts'
import { files } from './files.ts'
import { iban } from './iban.ts'
import type { Kind } from './kind.ts'
import { month } from './month.ts'
import { text } from './text.ts'
import { textarea } from './textarea.ts'

/** Behaviour of the fields of each kind. A kind without an entry is a compile error. */
const fieldKinds: { readonly [Name in FieldKind]: Kind<FieldOf<Name>> } = {
  text,
  textarea,
  email,
  choice,
  checkbox,
  consent,
  date,
  month,
  address,
  iban,
  beitragsnummer,
  files,
}

export function kindOf(field: Pick<Field, 'kind'>): Kind {
  return fieldKinds[field.kind]
}
