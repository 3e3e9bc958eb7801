import type { CheckboxField, ChoiceField, Field, FieldValues, IbanField } from '#domain/forms/define-field.ts'
import { checkboxRule, choiceRule } from '#domain/forms/rules/choice.ts'
import { ibanRule } from '#domain/forms/rules/iban.ts'
import { address } from './address.ts'
import { firstName, lastName } from './person.ts'

const rhythms = [
  { value: 'gesetzlich', label: 'Gesetzlich – in der Mitte eines Dreimonatszeitraums (zum 15.)' },
  { value: 'vierteljaehrlich', label: 'Vierteljährlich im Voraus (1.1., 1.4., 1.7., 1.10.)' },
  { value: 'halbjaehrlich', label: 'Halbjährlich im Voraus (1.1., 1.7.)' },
  { value: 'jaehrlich', label: 'Jährlich im Voraus (1.1.)' },
]

const methods = [
  { value: 'lastschrift', label: 'Durch Lastschrift' },
  { value: 'ueberweisung', label: 'Durch Überweisung' },
]

export const byDirectDebit = (values: FieldValues) => values['zahlungsart'] === 'lastschrift'
export const byOtherHolder = (values: FieldValues) => values['abweichenderKontoinhaber'] === true

/**
 * Returns the fields for the payment of the fee. `when` is the condition under which the payment interval and the
 * payment method are shown. The other fields depend on the value of the payment method. They are hidden together with
 * the method, because a hidden field has no value.
 */
export function paymentFields(when?: (values: FieldValues) => boolean): Field[] {
  const shown = when ? { when } : {}
  return [{ ...rhythm, ...shown }, { ...method, ...shown }, iban, otherHolder, ...holder]
}

const ways = [
  { value: 'bisherige', label: 'Wie bisher' },
  { value: 'andere', label: 'Zahlungsart ändern', inDocuments: 'Neue Zahlungsart, siehe unten' },
]
const wayMissing = 'Bitte wählen Sie, ob Sie die Zahlungsart ändern möchten'
const wayRule = choiceRule(ways, wayMissing)

/** Returns the fields for changing how the fee of an existing account is paid. */
export function changedPaymentFields(label: string): Field[] {
  const fields = paymentFields((values) => values['zahlungsweise'] === 'andere')
  const emptied = Object.fromEntries(fields.map((field) => [field.name, undefined]))
  const way: ChoiceField = {
    name: 'zahlungsweise',
    label,
    inDocuments: 'Zahlungsweise',
    kind: 'choice',
    options: ways,
    default: 'bisherige',
    control: 'radios',
    rule: wayRule,
    required: true,
    missing: wayMissing,
    fact: true,
    section: 'payment',
    whenChanged: (values) => (values['zahlungsweise'] === 'bisherige' ? emptied : {}),
  }
  return [way, ...fields]
}

const rhythmMissing = 'Bitte wählen Sie einen Zahlungsrhythmus'
const rhythmRule = choiceRule(rhythms, rhythmMissing)
const rhythm: ChoiceField = {
  name: 'zahlungsrhythmus',
  label: 'Zahlungsrhythmus',
  kind: 'choice',
  options: rhythms,
  control: 'select',
  rule: rhythmRule,
  required: true,
  missing: rhythmMissing,
  fact: true,
  section: 'payment',
}

const methodMissing = 'Bitte wählen Sie eine Zahlungsart'
const methodRule = choiceRule(methods, methodMissing)
const method: ChoiceField = {
  name: 'zahlungsart',
  label: 'Zahlungsart',
  kind: 'choice',
  options: methods,
  control: 'radios',
  rule: methodRule,
  required: true,
  missing: methodMissing,
  fact: true,
  section: 'payment',
}

export const ibanPlaceholder = 'DE00 0000 0000 0000 0000 00'

const iban: IbanField = {
  name: 'iban',
  label: 'IBAN',
  kind: 'iban',
  when: byDirectDebit,
  rule: ibanRule,
  required: true,
  missing: 'IBAN ist erforderlich',
  section: 'payment',
  hint: 'Von diesem Konto zieht der Beitragsservice den Rundfunkbeitrag ein.',
  placeholder: ibanPlaceholder,
}

const otherHolder: CheckboxField = {
  name: 'abweichenderKontoinhaber',
  label: 'Abweichender Kontoinhaber',
  kind: 'checkbox',
  when: byDirectDebit,
  rule: checkboxRule,
  required: false,
  fact: true,
  section: 'payment',
  hint: 'Das Konto gehört einer anderen Person.',
}

const holder: Field[] = [
  firstName({
    name: 'vornameLastschrift',
    label: 'Vorname des Kontoinhabers',
    missing: 'Bitte geben Sie den Vornamen des Kontoinhabers ein',
    autocomplete: 'section-kontoinhaber given-name',
    when: byOtherHolder,
  }),
  lastName({
    name: 'nachnameLastschrift',
    label: 'Nachname des Kontoinhabers',
    missing: 'Bitte geben Sie den Nachnamen des Kontoinhabers ein',
    autocomplete: 'section-kontoinhaber family-name',
    when: byOtherHolder,
  }),
  address({
    name: 'abweichenderKontoAdresse',
    label: 'Adresse des Kontoinhabers',
    autocomplete: 'section-kontoinhaber',
    when: byOtherHolder,
  }),
]

/** Names of the fields about the account holder, if that is not the visitor. */
export const accountHolderFields: ReadonlySet<string> = new Set([
  'abweichenderKontoinhaber',
  ...holder.map(({ name }) => name),
])
