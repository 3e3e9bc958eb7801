import { expect, test } from 'vitest'
import { checkForm } from '#domain/forms/check-form.ts'
import { consentFields } from '#domain/funnels/fields/consents.ts'
import { paymentFields } from '#domain/funnels/fields/payment.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { namedField } from '#tests/domain/forms/named-field.ts'
import type { Field } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'

const today = { year: 2026, month: 11, day: 20 }
const question: Field = { ...paymentFields()[3]!, name: 'aendern' }
delete question.when

/** A funnel that shows its payment fields only if `aendern` is true. */
const conditional = {
  steps: [
    {
      name: 'zahlung',
      title: 'Zahlung',
      fields: [question, ...paymentFields((values) => values['aendern'] === true), ...consentFields()],
    },
  ],
} as unknown as Funnel

const form = {
  aendern: true,
  zahlungsrhythmus: 'jaehrlich',
  zahlungsart: 'lastschrift',
  iban: 'DE89370400440532013000',
  abweichenderKontoinhaber: true,
  vornameLastschrift: 'Anna',
}

const fields = (over: object) =>
  checkForm(conditional, { ...form, ...over }, today).issues.map((issue) => issue.field)

test('a condition of the whole block also hides the fields that depend on its values', () => {
  expect(Object.keys(checkForm(conditional, form, today).values)).toEqual(Object.keys(form))
  expect(checkForm(conditional, { ...form, aendern: false }, today).values).toEqual({ aendern: false })
})

test('requires the SEPA mandate and the consent of the holder only if they apply', () => {
  expect(fields({})).toEqual(expect.arrayContaining(['widerruf', 'kontoinhaberUnterschriftZustimmung']))
  expect(fields({ abweichenderKontoinhaber: false })).toContain('widerruf')
  for (const over of [
    { abweichenderKontoinhaber: false },
    { zahlungsart: 'ueberweisung' },
    { aendern: false },
  ])
    expect(fields(over)).not.toContain('kontoinhaberUnterschriftZustimmung')
  for (const over of [{ zahlungsart: 'ueberweisung' }, { aendern: false }])
    expect(fields(over)).not.toContain('widerruf')
})

test('every rhythm states the due dates', () => {
  expect(namedField(anmeldung, 'zahlungsrhythmus', 'choice').options).toEqual([
    { value: 'gesetzlich', label: 'Gesetzlich – in der Mitte eines Dreimonatszeitraums (zum 15.)' },
    { value: 'vierteljaehrlich', label: 'Vierteljährlich im Voraus (1.1., 1.4., 1.7., 1.10.)' },
    { value: 'halbjaehrlich', label: 'Halbjährlich im Voraus (1.1., 1.7.)' },
    { value: 'jaehrlich', label: 'Jährlich im Voraus (1.1.)' },
  ])
})
