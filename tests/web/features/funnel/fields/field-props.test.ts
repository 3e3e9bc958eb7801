import { createFormControl } from 'react-hook-form'
import { expect, test } from 'vitest'
import { resolveField } from '#domain/forms/visible-fields.ts'
import { fieldsByNameOf } from '#domain/forms/define-funnel.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { isSameControl } from '#web/features/funnel/fields/field-props.ts'
import type { FormValues } from '#web/features/funnel/form/form-state.ts'

const { control } = createFormControl<FormValues>()

function propsOf(name: string, values: FieldValues, label?: string) {
  const field = resolveField(fieldsByNameOf(anmeldung).get(name)!, values)
  return { field: label === undefined ? field : { ...field, label }, values, control }
}

test('the control of a name stays the same while the values of other fields change', () => {
  expect(isSameControl(propsOf('vorname', {}), propsOf('vorname', { nachname: 'Schulz' }))).toBe(true)
})

test('a control changes with the texts of its field and with the form', () => {
  const before = propsOf('vorname', {})
  expect(isSameControl(before, propsOf('vorname', {}, 'Früherer Vorname'))).toBe(false)
  const other = createFormControl<FormValues>().control
  expect(isSameControl(before, { ...before, control: other })).toBe(false)
})

test.each(['adresse', 'iban'])(
  'the control of the field %s changes with the values of other fields',
  (name) => {
    expect(isSameControl(propsOf(name, {}), propsOf(name, { nachname: 'Schulz' }))).toBe(false)
  },
)
