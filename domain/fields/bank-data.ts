import type { Answers, Block, Field } from '../funnels/define-funnel.ts'
import { birthDateRule } from '../rules/birth-date.ts'
import { choiceRule } from '../rules/choice.ts'
import { ibanRule } from '../rules/iban.ts'
import { optional } from './optional.ts'
import { ibanPlaceholder } from './payment.ts'
import { beitragsnummer, birthDate, firstName, lastName, salutation } from './person.ts'

const answersToChange = [
  { value: 'nein', label: 'Nein, wie bisher' },
  { value: 'ja', label: 'Daten ändern' },
]

const changeMissing = 'Bitte wählen Sie, ob Sie Ihre Bankdaten ändern möchten'
const changeRule = choiceRule(answersToChange, changeMissing)

export const byNewBankData = (answers: Answers) => answers['bankdatenAendern'] === 'ja'

const change: Field = {
  name: 'bankdatenAendern',
  label: 'Möchten Sie Ihre Bankdaten ändern?',
  kind: 'choice',
  options: answersToChange,
  default: 'nein',
  control: 'radios',
  rule: () => changeRule,
  missing: changeMissing,
  fact: true,
  section: 'payment',
}

const formerIban: Field = {
  name: 'bisherigeIban',
  label: 'Bisherige IBAN (freiwillig)',
  kind: 'iban',
  rule: () => ibanRule,
  section: 'payment',
  hint: 'Von diesem Konto wurde der Rundfunkbeitrag bisher eingezogen.',
  placeholder: ibanPlaceholder,
}

const newIban: Field = {
  ...formerIban,
  name: 'neueBankdatenIban',
  label: 'Neue IBAN',
  missing: 'IBAN ist erforderlich',
  hint: 'Von diesem Konto zieht der Beitragsservice den Rundfunkbeitrag künftig ein.',
  // One account is debited; with two that differ nobody could say which.
  mismatch: (iban, { iban: debited }) =>
    debited === undefined || debited === iban
      ? undefined
      : 'Die neue IBAN stimmt nicht mit der IBAN für die Lastschrift überein',
}

const newBankData: Field[] = [
  optional(salutation({ name: 'neueBankdatenAnrede' })),
  firstName({ name: 'neueBankdatenVorname', autocomplete: 'section-bankdaten given-name' }),
  lastName({ name: 'neueBankdatenNachname', autocomplete: 'section-bankdaten family-name' }),
  birthDate({ name: 'neueBankdatenGeburtsdatum', rule: birthDateRule }),
  beitragsnummer({ name: 'neueBankdatenBeitragsnummer' }),
  formerIban,
  newIban,
].map((field) => ({ ...field, when: byNewBankData }))

/** New bank details of an account that exists (DESIGN 10.9). They stand behind the payment, whose IBAN they repeat. */
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
