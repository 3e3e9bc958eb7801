import { expect, test } from 'vitest'
import { checkForm } from '#domain/check-form.ts'
import { consentFields } from '#domain/fields/consents.ts'
import { paymentFields } from '#domain/fields/payment.ts'
import { type Field, type Funnel } from '#domain/funnels/define-funnel.ts'

const today = { year: 2026, month: 11, day: 20 }
const asked: Field = { ...paymentFields()[3]!, name: 'aendern' }
delete asked.when

/** A funnel that asks the payment only when the visitor wants to change it, as others than anmeldung do. */
const conditional = {
  steps: [
    {
      name: 'zahlung',
      title: 'Zahlung',
      fields: [asked, ...paymentFields((answers) => answers['aendern'] === true), ...consentFields()],
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

test('a condition of the whole block takes everything with it that hangs on its answers', () => {
  expect(Object.keys(checkForm(conditional, form, today).answers)).toEqual(Object.keys(form))
  expect(checkForm(conditional, { ...form, aendern: false }, today).answers).toEqual({ aendern: false })
})

test('the SEPA mandate and the consent of the holder are asked only where they belong', () => {
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

test('every rhythm says when the money is due', () => {
  const rhythm = paymentFields()[0]!
  expect(rhythm.options).toEqual([
    { value: 'gesetzlich', label: 'Gesetzlich – in der Mitte eines Dreimonatszeitraums (zum 15.)' },
    { value: 'vierteljaehrlich', label: 'Vierteljährlich im Voraus (1.1., 1.4., 1.7., 1.10.)' },
    { value: 'halbjaehrlich', label: 'Halbjährlich im Voraus (1.1., 1.7.)' },
    { value: 'jaehrlich', label: 'Jährlich im Voraus (1.1.)' },
  ])
})
