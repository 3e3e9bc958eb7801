import type { ChoiceField, Field, FieldValues } from '#domain/forms/define-field.ts'
import { choiceRule } from '#domain/forms/rules/choice.ts'
import { textRule } from '#domain/forms/rules/text.ts'
import { address } from './address.ts'
import { beitragsnummer, firstName, lastName } from './person.ts'
import { proof, voluntaryProof } from './proof.ts'

const reasons = [
  { value: 'mitbewohner', label: 'Ich ziehe zu einem anderen Beitragszahler' },
  { value: 'ausland', label: 'Ich ziehe dauerhaft ins Ausland' },
  { value: 'verstorben', label: 'Der Beitragszahler ist verstorben', inDocuments: 'Todesfall' },
  { value: 'mehrere-wohnungen', label: 'Ich habe mehrere Wohnungen und gebe eine vollständig auf' },
  { value: 'sonstige', label: 'Sonstiger Grund' },
]

export const becauseOf = (reason: string) => (values: FieldValues) => values['abmeldegrund'] === reason

/** Returns the label of the chosen reason for closing the account. */
export function reasonLabel(values: FieldValues): string {
  return reasons.find(({ value }) => value === values['abmeldegrund'])?.label ?? ''
}

const reasonMissing = 'Bitte wählen Sie einen Abmeldegrund'
const reasonRule = choiceRule(reasons, reasonMissing)

/** Field for the reason for closing an account. The query parameter `grund` of the page preselects a reason. */
export const reason: ChoiceField = {
  name: 'abmeldegrund',
  label: 'Warum möchten Sie das Beitragskonto abmelden?',
  inDocuments: 'Grund',
  kind: 'choice',
  options: reasons,
  control: 'select',
  preselect: 'grund',
  rule: reasonRule,
  required: true,
  missing: reasonMissing,
  fact: true,
  section: 'funnelData',
}

const maxReasonLength = 400
const reasonText = `Bitte geben Sie einen Abmeldegrund mit maximal ${maxReasonLength} Zeichen ein`
const reasonTextRule = textRule(maxReasonLength, reasonText)

/**
 * Fields and proofs that depend on the reason for the deregistration. Each is shown for one reason only, except the
 * last one, which is shown for every reason.
 */
export const reasonFields: Field[] = [
  firstName({
    name: 'mitbewohnerVorname',
    label: 'Vorname des neuen Beitragszahlers',
    missing: 'Bitte geben Sie den Vornamen des neuen Beitragszahlers ein',
    autocomplete: 'off',
    when: becauseOf('mitbewohner'),
  }),
  lastName({
    name: 'mitbewohnerNachname',
    label: 'Nachname des neuen Beitragszahlers',
    missing: 'Bitte geben Sie den Nachnamen des neuen Beitragszahlers ein',
    autocomplete: 'off',
    when: becauseOf('mitbewohner'),
  }),
  beitragsnummer({
    name: 'mitbewohnerBeitragsnummer',
    label: 'Beitragsnummer des neuen Beitragszahlers',
    hint: 'Neun Ziffern; die Person, zu der Sie ziehen, findet sie auf jedem Schreiben des Beitragsservice.',
    when: becauseOf('mitbewohner'),
  }),
  proof({
    name: 'mitbewohnerDokumente',
    label: 'Nachweis über Haupt- und Nebenwohnung',
    hint: 'Meldebescheinigung, aus der Haupt- und Nebenwohnung hervorgehen, oder Kopie des Bescheids über die Zweitwohnungssteuer',
    when: becauseOf('mitbewohner'),
  }),
  proof({
    name: 'auslandsDokumente',
    label: 'Nachweis über den Umzug ins Ausland',
    hint: 'Abmeldebescheinigung des Einwohnermeldeamts oder ein Nachweis der neuen Adresse im Ausland (Mietvertrag, Arbeitsvertrag, Anmeldung)',
    when: becauseOf('ausland'),
  }),
  proof({
    name: 'sterbeurkunde',
    label: 'Sterbeurkunde',
    hint: 'Kopie der Sterbeurkunde oder eine amtliche Mitteilung des Standesamts',
    when: becauseOf('verstorben'),
  }),
  address({
    name: 'abzumeldendeAdresse',
    label: 'Adresse der Wohnung, die Sie abmelden',
    inDocuments: 'Abzumeldende Wohnung',
    autocomplete: 'section-abzumelden',
    when: becauseOf('mehrere-wohnungen'),
  }),
  proof({
    name: 'mehrereWohnungenDokumente',
    label: 'Nachweis über Haupt- und Nebenwohnung',
    hint: 'Meldebescheinigung, aus der Haupt- und Nebenwohnung hervorgehen, oder Kopie des Bescheids über die Zweitwohnungssteuer',
    when: becauseOf('mehrere-wohnungen'),
  }),
  {
    name: 'sonstigeGruende',
    label: 'Aus welchem Grund melden Sie das Beitragskonto ab?',
    inDocuments: 'Begründung',
    kind: 'textarea',
    maxLength: maxReasonLength,
    rule: reasonTextRule,
    required: true,
    missing: reasonText,
    section: 'funnelData',
    when: becauseOf('sonstige'),
  },
  voluntaryProof({
    name: 'sonstigeDokumente',
    label: 'Nachweis zum Abmeldegrund (freiwillig)',
    when: becauseOf('sonstige'),
  }),
  voluntaryProof({
    name: 'dokumente',
    label: 'Weitere Dokumente (freiwillig)',
    hint: 'Alles, was Ihren Antrag außerdem belegt',
  }),
]
