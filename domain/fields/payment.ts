import type { Answers, Field } from '../funnels/define-funnel.ts'
import { checkboxRule, choiceRule } from '../rules/choice.ts'
import { ibanRule } from '../rules/iban.ts'
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

export const byDirectDebit = (answers: Answers) => answers['zahlungsart'] === 'lastschrift'
export const byOtherHolder = (answers: Answers) => answers['abweichenderKontoinhaber'] === true

/**
 * How the fee is paid from now on. `when` says when that is asked at all;
 * the later fields hang on the answers before them, which are gone when it does not hold.
 */
export function paymentFields(when?: (answers: Answers) => boolean): Field[] {
  const asked = when ? { when } : {}
  return [{ ...rhythm, ...asked }, { ...method, ...asked }, iban, otherHolder, ...holder]
}

const ways = [
  { value: 'bisherige', label: 'Wie bisher' },
  { value: 'andere', label: 'Zahlungsart ändern' },
]
const wayMissing = 'Bitte wählen Sie, ob Sie die Zahlungsart ändern möchten'
const wayRule = choiceRule(ways, wayMissing)

/** Whether the payment of an account that exists is changed, and only then how the fee is paid from now on. */
export function changedPaymentFields(label: string): Field[] {
  const asked = paymentFields((answers) => answers['zahlungsweise'] === 'andere')
  const emptied = Object.fromEntries(asked.map((field) => [field.name, undefined]))
  const way: Field = {
    name: 'zahlungsweise',
    label,
    kind: 'choice',
    options: ways,
    default: 'bisherige',
    control: 'radios',
    rule: () => wayRule,
    missing: wayMissing,
    fact: true,
    section: 'payment',
    whenChanged: (answers) => (answers['zahlungsweise'] === 'bisherige' ? emptied : {}),
  }
  return [way, ...asked]
}

const rhythmMissing = 'Bitte wählen Sie einen Zahlungsrhythmus'
const rhythmRule = choiceRule(rhythms, rhythmMissing)
const rhythm: Field = {
  name: 'zahlungsrhythmus',
  label: 'Zahlungsrhythmus',
  kind: 'choice',
  options: rhythms,
  control: 'select',
  rule: () => rhythmRule,
  missing: rhythmMissing,
  fact: true,
  section: 'payment',
}

const methodMissing = 'Bitte wählen Sie eine Zahlungsart'
const methodRule = choiceRule(methods, methodMissing)
const method: Field = {
  name: 'zahlungsart',
  label: 'Zahlungsart',
  kind: 'choice',
  options: methods,
  control: 'radios',
  rule: () => methodRule,
  missing: methodMissing,
  fact: true,
  section: 'payment',
}

/** An IBAN of the account from which the fee is to be collected, whichever it is. */
export const ibanPlaceholder = 'DE00 0000 0000 0000 0000 00'

const iban: Field = {
  name: 'iban',
  label: 'IBAN',
  kind: 'iban',
  when: byDirectDebit,
  rule: () => ibanRule,
  missing: 'IBAN ist erforderlich',
  section: 'payment',
  hint: 'Von diesem Konto zieht der Beitragsservice den Rundfunkbeitrag ein.',
  placeholder: ibanPlaceholder,
}

const otherHolder: Field = {
  name: 'abweichenderKontoinhaber',
  label: 'Abweichender Kontoinhaber',
  kind: 'checkbox',
  when: byDirectDebit,
  rule: () => checkboxRule,
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
