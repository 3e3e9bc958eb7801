import type { ChoiceField, Field, FieldValues, IbanField } from '#domain/forms/define-field.ts'
import type { Block } from '#domain/forms/define-funnel.ts'
import { birthDateRule } from '#domain/forms/rules/birth-date.ts'
import { choiceRule } from '#domain/forms/rules/choice.ts'
import { ibanRule } from '#domain/forms/rules/iban.ts'
import { ibanPlaceholder } from './payment.ts'
import { beitragsnummer, birthDate, firstName, lastName, salutation } from './person.ts'

const changeOptions = [
  { value: 'nein', label: 'Nein, wie bisher', inDocuments: 'Wie bisher' },
  { value: 'ja', label: 'Daten ändern', inDocuments: 'Neue Bankdaten, siehe unten' },
]

const changeMissing = 'Bitte wählen Sie, ob Sie Ihre Bankdaten ändern möchten'
const changeRule = choiceRule(changeOptions, changeMissing)

export const byNewBankData = (values: FieldValues) => values['bankdatenAendern'] === 'ja'

const change: ChoiceField = {
  name: 'bankdatenAendern',
  label: 'Möchten Sie Ihre Bankdaten ändern?',
  inDocuments: 'Bankdaten',
  kind: 'choice',
  options: changeOptions,
  default: 'nein',
  control: 'radios',
  rule: changeRule,
  required: true,
  missing: changeMissing,
  fact: true,
  section: 'payment',
}

const formerIban: IbanField = {
  name: 'bisherigeIban',
  label: 'Bisherige IBAN (freiwillig)',
  kind: 'iban',
  rule: ibanRule,
  required: false,
  section: 'payment',
  hint: 'Von diesem Konto wurde der Rundfunkbeitrag bisher eingezogen.',
  placeholder: ibanPlaceholder,
}

const newIbanHint = 'Von diesem Konto zieht der Beitragsservice den Rundfunkbeitrag künftig ein.'

const newIban: IbanField = {
  ...formerIban,
  name: 'neueBankdatenIban',
  label: 'Neue IBAN',
  required: true,
  missing: 'IBAN ist erforderlich',
  hint: newIbanHint,
  filledFrom: 'iban',
  wording: ({ iban }) => (iban ? { hint: `Aus der IBAN oben übernommen. ${newIbanHint}` } : {}),
  // Only one account is debited. If the visitor has also entered an IBAN for the direct debit, both must be the same.
  mismatch: (iban, { iban: debited }) =>
    debited === undefined || debited === iban
      ? undefined
      : 'Die neue IBAN stimmt nicht mit der IBAN für die Lastschrift überein. Bitte geben Sie bei beiden dieselbe ein.',
}

const newBankData: Field[] = [
  salutation({ name: 'neueBankdatenAnrede', required: false }),
  firstName({ name: 'neueBankdatenVorname', autocomplete: 'section-bankdaten given-name' }),
  lastName({ name: 'neueBankdatenNachname', autocomplete: 'section-bankdaten family-name' }),
  birthDate({ name: 'neueBankdatenGeburtsdatum', rule: birthDateRule }),
  beitragsnummer({ name: 'neueBankdatenBeitragsnummer' }),
  formerIban,
  newIban,
].map((field) => ({ ...field, when: byNewBankData }))

/**
 * Fields for the new bank details of an existing account. They follow the payment fields. If an IBAN was entered in the
 * payment fields, the new IBAN must be equal to it.
 */
export const bankDataFields: Field[] = [change, ...newBankData]

export const bankDataBlock: Block = {
  title: 'Neue Bankdaten',
  fields: newBankData.map((field) => field.name),
  copy: {
    label: 'Daten aus Schritt 1 übernehmen',
    from: {
      neueBankdatenAnrede: 'anrede',
      neueBankdatenVorname: 'vorname',
      neueBankdatenNachname: 'nachname',
      neueBankdatenGeburtsdatum: 'geburtsdatum',
      neueBankdatenBeitragsnummer: 'beitragsnummer',
    },
  },
}
