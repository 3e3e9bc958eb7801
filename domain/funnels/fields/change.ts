import type { ChoiceField, Field, FieldValues, Wording } from '#domain/forms/define-field.ts'
import type { CopyLink } from '#domain/forms/define-funnel.ts'
import { birthDateRule } from '#domain/forms/rules/birth-date.ts'
import { choiceRule } from '#domain/forms/rules/choice.ts'
import { address } from './address.ts'
import { birthDate, firstName, lastName, salutation } from './person.ts'
import { voluntaryProof } from './proof.ts'

const types = [
  { value: 'name', label: 'Meinen Namen', inDocuments: 'Name' },
  { value: 'address', label: 'Meine Adresse', inDocuments: 'Adresse' },
  { value: 'contact', label: 'Meine Anschrift', inDocuments: 'Persönliche Daten und Anschrift' },
  {
    value: 'partner_verstorben',
    label: 'Todesfall: Mein Ehepartner ist verstorben',
    inDocuments: 'Todesfall',
  },
]

type Type = 'name' | 'address' | 'contact' | 'partner_verstorben'

export const changes =
  (...some: Type[]) =>
  (values: FieldValues): boolean =>
    some.includes(values['changeType'] as Type)

/** Names of the fields for new contact data, each with the field of step 1 from which its default value comes. */
const current = {
  neueAnrede: 'anrede',
  neuerVorname: 'vorname',
  neuerNachname: 'nachname',
  neuesGeburtsdatum: 'geburtsdatum',
}

const contact = changes('contact')
const fromStepOne = (name: keyof typeof current) => (values: FieldValues) =>
  contact(values) ? values[current[name]] : undefined

export const copyToContact: CopyLink = {
  label: 'Daten aus Schritt 1 übernehmen',
  from: current,
  when: contact,
}

const typeMissing = 'Bitte wählen Sie eine Änderung aus'
const typeRule = choiceRule(types, typeMissing)

/**
 * Field for the type of the change. If the visitor chooses `contact`, the empty fields for the new contact data are
 * filled with the values of step 1.
 */
export const changeType: ChoiceField = {
  name: 'changeType',
  label: 'Was möchten Sie ändern?',
  inDocuments: 'Art der Änderung',
  kind: 'choice',
  options: types,
  control: 'select',
  rule: typeRule,
  required: true,
  missing: typeMissing,
  fact: true,
  section: 'funnelData',
  whenChanged: (values) =>
    contact(values)
      ? Object.fromEntries(Object.entries(current).map(([to, from]) => [to, values[to] ?? values[from]]))
      : {},
}

/**
 * Fields for the new data, for all types of changes. A field that several types of changes need is declared only once.
 */
export const newDataFields: Field[] = [
  salutation({
    name: 'neueAnrede',
    label: 'Neue Anrede',
    required: contact,
    when: changes('name', 'contact'),
    whenEmpty: fromStepOne('neueAnrede'),
  }),
  firstName({
    name: 'neuerVorname',
    label: 'Neuer Vorname',
    when: changes('name', 'contact'),
    whenEmpty: fromStepOne('neuerVorname'),
  }),
  lastName({
    name: 'neuerNachname',
    label: 'Neuer Nachname',
    when: changes('name', 'contact'),
    whenEmpty: fromStepOne('neuerNachname'),
  }),
  birthDate({
    name: 'neuesGeburtsdatum',
    rule: birthDateRule,
    missing: 'Bitte geben Sie Ihr Geburtsdatum ein',
    when: contact,
    whenEmpty: fromStepOne('neuesGeburtsdatum'),
  }),
  address({
    name: 'neueAdresse',
    label: 'Neue Adresse',
    notBegun: 'Bitte geben Sie eine vollständige neue Adresse ein',
    wording: inContact({
      label: 'Neue Anschrift',
      notBegun: 'Bitte geben Sie eine vollständige neue Anschrift ein',
    }),
    autocomplete: 'section-neue-adresse',
    when: changes('address', 'contact'),
  }),
  voluntaryProof({
    name: 'personalausweis',
    label: 'Personalausweis (freiwillig)',
    hint: 'Kopie des Personalausweises mit dem neuen Namen',
    when: changes('name'),
  }),
  voluntaryProof({
    name: 'meldebescheinigung',
    label: 'Meldebescheinigung (freiwillig)',
    when: changes('address', 'contact'),
  }),
]

function inContact(texts: Wording) {
  return (values: FieldValues): Wording => (contact(values) ? texts : {})
}

const died = changes('partner_verstorben')

/** Fields for the deceased spouse whose account the visitor takes over. */
export const partnerFields: Field[] = [
  salutation({ name: 'partnerAnrede', required: false, when: died }),
  firstName({
    name: 'partnerVorname',
    label: 'Vorname',
    missing: 'Bitte geben Sie den Vornamen Ihres verstorbenen Ehepartners ein',
    autocomplete: 'off',
    when: died,
  }),
  lastName({
    name: 'partnerNachname',
    label: 'Nachname',
    missing: 'Bitte geben Sie den Nachnamen Ihres verstorbenen Ehepartners ein',
    autocomplete: 'off',
    when: died,
  }),
  birthDate({
    name: 'partnerGeburtsdatum',
    rule: birthDateRule,
    missing: 'Bitte geben Sie das Geburtsdatum Ihres verstorbenen Ehepartners ein',
    autocomplete: 'off',
    when: died,
  }),
  address({
    name: 'partnerAdresse',
    notBegun: 'Bitte geben Sie die vollständige Adresse Ihres verstorbenen Ehepartners ein',
    autocomplete: 'section-partner',
    when: died,
  }),
  voluntaryProof({
    name: 'dokumente',
    label: 'Nachweis (freiwillig)',
    inDocuments: 'Nachweis zum Todesfall',
    hint: 'Zum Beispiel eine Kopie der Sterbeurkunde',
    when: died,
  }),
]
