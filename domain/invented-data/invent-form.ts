import { type CalendarDate, monthFrom } from '#domain/time/berlin-time.ts'
import type { Field, FieldKind, FieldOf, FieldValue, FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { kindOf } from '#domain/forms/kinds/field-kinds.ts'
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
  [Kind in FieldKind]?: (inventor: Inventor, field: FieldOf<Kind>) => ValueOf<FieldOf<Kind>>
}

/** Generators of the kinds whose values vary. Fields of other kinds get the example of their kind. */
const generators: Generators = {
  text: ({ random }, { name }) =>
    /vorname/i.test(name) ? pick(random, firstNames).vorname : pick(random, lastNames),
  email: ({ random }) => `demo-${hex(random, 10)}@example.org`,
  choice: ({ random }, { options }) => pick(random, options).value,
  date: ({ random }) => inventBirthDate(random),
  month: ({ random, today }) => monthFrom(today, between(random, 0, 2)),
  address: ({ random }) => inventAddress(random),
  iban: ({ random }) => pick(random, ibans),
  beitragsnummer: ({ random }) => inventBeitragsnummer(random),
}

/** Values that replace the invented ones, by the name of the field. */
export type Choices = Readonly<Record<string, () => FieldValue>>

/**
 * Returns the form of a valid order. Each shown field has its value from `choices` or, if it is required, an invented
 * one. Optional fields not named in `choices` are omitted.
 */
export function inventForm(funnel: Funnel, inventor: Inventor, choices: Choices = {}): FieldValues {
  const values: Record<string, FieldValue> = {}
  const lastOfKind = new Map<FieldKind, FieldValue>()
  for (const field of fieldsOf(funnel)) {
    if (field.when && !field.when(values)) continue
    const value = choices[field.name]?.() ?? inventValue(field, inventor, values)
    if (value === undefined) continue
    // A value that contradicts an earlier one, such as a second IBAN, is replaced by the earlier one.
    const consistent = field.mismatch?.(value, values) ? lastOfKind.get(field.kind)! : value
    values[field.name] = consistent
    lastOfKind.set(field.kind, consistent)
  }
  return values
}

function inventValue(field: Field, inventor: Inventor, values: FieldValues): FieldValue | undefined {
  if (!isRequired(field, values) || field.whenEmpty?.(values) !== undefined) return undefined
  const generate = generators[field.kind] as ((inventor: Inventor, field: Field) => FieldValue) | undefined
  return generate?.(inventor, field) ?? kindOf(field).example(field, inventor.today)
}
