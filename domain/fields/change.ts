import type { Answers, CopyLink, Field, Wording } from '../funnels/define-funnel.ts'
import { birthDateRule } from '../rules/birth-date.ts'
import { choiceRule } from '../rules/choice.ts'
import { address } from './address.ts'
import { optional } from './optional.ts'
import { birthDate, firstName, lastName, salutation } from './person.ts'
import { voluntaryProof } from './proof.ts'

const types = [
  { value: 'name', label: 'Meinen Namen' },
  { value: 'address', label: 'Meine Adresse' },
  { value: 'contact', label: 'Meine Anschrift' },
  { value: 'partner_verstorben', label: 'Todesfall: Mein Ehepartner ist verstorben' },
]

type Type = 'name' | 'address' | 'contact' | 'partner_verstorben'

export const changes =
  (...some: Type[]) =>
  (answers: Answers): boolean =>
    some.includes(answers['changeType'] as Type)

/** New data about a person that a contact takes over from step 1 where it is left empty (specification part 2, 5.2). */
const current = {
  neueAnrede: 'anrede',
  neuerVorname: 'vorname',
  neuerNachname: 'nachname',
  neuesGeburtsdatum: 'geburtsdatum',
}

const contact = changes('contact')
const fromStepOne = (name: keyof typeof current) => (answers: Answers) =>
  contact(answers) ? answers[current[name]] : undefined

export const copyToContact: CopyLink = {
  label: 'Daten aus Schritt 1 übernehmen',
  from: current,
  when: contact,
}

const typeMissing = 'Bitte wählen Sie eine Änderung aus'
const typeRule = choiceRule(types, typeMissing)

/** What is to be changed. Choosing a contact fills it with the current data (specification part 2, 4). */
export const changeType: Field = {
  name: 'changeType',
  label: 'Was möchten Sie ändern?',
  kind: 'choice',
  options: types,
  control: 'select',
  rule: () => typeRule,
  missing: typeMissing,
  fact: true,
  section: 'funnelData',
  whenChanged: (answers) =>
    contact(answers)
      ? Object.fromEntries(Object.entries(current).map(([to, from]) => [to, answers[to] ?? answers[from]]))
      : {},
}

/** The sub-form of each type (DESIGN, appendix A); what types share is one field. */
export const newDataFields: Field[] = [
  {
    ...optional(salutation({ name: 'neueAnrede', label: 'Neue Anrede' })),
    wording: inContact({ missing: 'Bitte wählen Sie eine Anrede' }),
    when: changes('name', 'contact'),
    whenEmpty: fromStepOne('neueAnrede'),
  },
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
  return (answers: Answers): Wording => (contact(answers) ? texts : {})
}

const died = changes('partner_verstorben')

/** The deceased spouse whose account the visitor takes over. */
export const partnerFields: Field[] = [
  optional(salutation({ name: 'partnerAnrede', when: died })),
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
    hint: 'Zum Beispiel eine Kopie der Sterbeurkunde',
    when: died,
  }),
]
