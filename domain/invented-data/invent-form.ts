import { type CalendarDate, monthFrom } from '#domain/time/berlin-time.ts'
import type { Field, FieldKind, FieldOf, FieldValue, FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import type { ValueOf } from '#domain/forms/kinds/kind.ts'
import { isRequired } from '#domain/forms/visible-fields.ts'
import { type Random, between, hex, pick } from './chance.ts'
import {
  firstNames,
  ibans,
  inventAddress,
  inventBeitragsnummer,
  inventBirthDate,
  lastNames,
} from './values.ts'

export interface Inventor {
  random: Random
  today: CalendarDate
}

type Generators = {
  [Kind in FieldKind]: (inventor: Inventor, field: FieldOf<Kind>) => ValueOf<FieldOf<Kind>>
}

/** Functions that invent a value, by kind of field. A kind without a function is a compile error. */
const generators: Generators = {
  text: ({ random }, { name }) =>
    /vorname/i.test(name) ? pick(random, firstNames).vorname : pick(random, lastNames),
  textarea: (_, { maxLength }) => 'Ein Grund\nauf zwei Zeilen'.slice(0, maxLength),
  email: ({ random }) => `demo-${hex(random, 10)}@example.org`,
  choice: ({ random }, { options }) => pick(random, options).value,
  checkbox: () => false,
  consent: () => true,
  date: ({ random }) => inventBirthDate(random),
  month: ({ random, today }) => monthFrom(today, between(random, 0, 2)),
  address: ({ random }) => inventAddress(random),
  iban: ({ random }) => pick(random, ibans),
  beitragsnummer: ({ random }) => inventBeitragsnummer(random),
  files: () => ['0198f3c2-7f2a-7c11-9a4e-6f1f3b1c2d3e'],
}

/** Functions by field name. The value that a function returns is used instead of an invented one. */
export type Choices = Readonly<Record<string, () => FieldValue>>

/**
 * Returns the form of a valid order. The value of a shown field comes from `choices`. If `choices` does not name the
 * field, the value is invented if the field is required, and omitted otherwise.
 */
export function inventForm(funnel: Funnel, inventor: Inventor, choices: Choices = {}): FieldValues {
  const values: Record<string, FieldValue> = {}
  const lastOfKind = new Map<FieldKind, FieldValue>()
  for (const field of fieldsOf(funnel)) {
    if (field.when && !field.when(values)) continue
    const value = choices[field.name]?.() ?? inventValue(field, inventor, values)
    if (value === undefined) continue
    // A value that contradicts the value of an earlier field, such as a different second IBAN, is replaced by the
    // earlier value.
    const consistent = field.mismatch?.(value, values) ? lastOfKind.get(field.kind)! : value
    values[field.name] = consistent
    lastOfKind.set(field.kind, consistent)
  }
  return values
}

function inventValue(field: Field, inventor: Inventor, values: FieldValues): FieldValue | undefined {
  if (!isRequired(field, values) || field.whenEmpty?.(values) !== undefined) return undefined
  return inventFieldValue(field, inventor)
}

/** Returns an invented value that satisfies the rule of the field. */
export function inventFieldValue(field: Field, inventor: Inventor): FieldValue {
  const generate = generators[field.kind] as (inventor: Inventor, field: Field) => FieldValue
  return generate(inventor, field)
}
