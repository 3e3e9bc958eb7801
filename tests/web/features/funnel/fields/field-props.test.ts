import { createFormControl } from 'react-hook-form'
import { expect, test } from 'vitest'
import { resolveField } from '#domain/forms/visible-fields.ts'
import { type Funnel, fieldsByNameOf } from '#domain/forms/define-funnel.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { aenderung } from '#domain/funnels/aenderung.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { FunnelField } from '#web/features/funnel/fields/funnel-field.tsx'
import { isSameControl } from '#web/features/funnel/fields/field-props.ts'
import type { FormValues } from '#web/features/funnel/form/form-state.ts'

const { control } = createFormControl<FormValues>()

function propsOf(
  name: string,
  values: FieldValues,
  { label, funnel = anmeldung }: { label?: string; funnel?: Funnel } = {},
) {
  const field = resolveField(fieldsByNameOf(funnel).get(name)!, values)
  return { field: label === undefined ? field : { ...field, label }, values, control }
}

test('the control of a name stays the same while the values of other fields change', () => {
  expect(isSameControl(propsOf('vorname', {}), propsOf('vorname', { nachname: 'Schulz' }))).toBe(true)
})

test('a control changes with the texts of its field and with the form', () => {
  const before = propsOf('vorname', {})
  expect(isSameControl(before, propsOf('vorname', {}, { label: 'Früherer Vorname' }))).toBe(false)
  const other = createFormControl<FormValues>().control
  expect(isSameControl(before, { ...before, control: other })).toBe(false)
})

test('the control of a field is rendered again only if it changes', () => {
  expect(FunnelField).toMatchObject({ $$typeof: Symbol.for('react.memo'), compare: isSameControl })
})

test.each([
  ['adresse', anmeldung],
  ['iban', anmeldung],
  ['zahlungsnachweis', aenderung],
])('the control of the field %s changes with the values of other fields', (name, funnel) => {
  const before = propsOf(name, {}, { funnel })
  expect(isSameControl(before, propsOf(name, { nachname: 'Schulz' }, { funnel }))).toBe(false)
})
