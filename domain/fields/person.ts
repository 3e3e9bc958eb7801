import type { Field } from '../funnels/define-funnel.ts'
import { beitragsnummerRule } from '../rules/beitragsnummer.ts'
import { adultBirthDateRule } from '../rules/birth-date.ts'
import { choiceRule } from '../rules/choice.ts'
import { nameRule } from '../rules/name.ts'

const salutations = [
  { value: 'herr', label: 'Herr' },
  { value: 'frau', label: 'Frau' },
]

const salutationMissing = 'Bitte wählen Sie eine Anrede'
const salutationRule = choiceRule(salutations, salutationMissing)

/** What differs between two people of a funnel, above all the field's name. */
type Over = Partial<Field>

export function salutation(over: Over = {}): Field {
  return {
    name: 'anrede',
    label: 'Anrede',
    kind: 'choice',
    options: salutations,
    control: 'buttons',
    rule: () => salutationRule,
    missing: salutationMissing,
    section: 'personalData',
    ...over,
  }
}

export function firstName(over: Over = {}): Field {
  return {
    name: 'vorname',
    label: 'Vorname',
    kind: 'text',
    rule: () => nameRule,
    missing: 'Bitte geben Sie Ihren Vornamen ein',
    section: 'personalData',
    autocomplete: 'given-name',
    ...over,
  }
}

export function lastName(over: Over = {}): Field {
  return {
    name: 'nachname',
    label: 'Nachname',
    kind: 'text',
    rule: () => nameRule,
    missing: 'Bitte geben Sie Ihren Nachnamen ein',
    section: 'personalData',
    autocomplete: 'family-name',
    ...over,
  }
}

/** At least 18 years old; a funnel that takes any past date gives `birthDateRule`. */
export function birthDate(over: Over = {}): Field {
  return {
    name: 'geburtsdatum',
    label: 'Geburtsdatum',
    kind: 'date',
    rule: adultBirthDateRule,
    missing: 'Geburtsdatum ist erforderlich',
    section: 'personalData',
    placeholder: 'TT.MM.JJJJ',
    autocomplete: 'bday',
    ...over,
  }
}

export function beitragsnummer(over: Over = {}): Field {
  return {
    name: 'beitragsnummer',
    label: 'Beitragsnummer',
    kind: 'beitragsnummer',
    rule: () => beitragsnummerRule,
    missing: 'Beitragsnummer ist erforderlich',
    section: 'personalData',
    hint: 'Neun Ziffern; Sie finden die Nummer auf jedem Schreiben des Beitragsservice und auf Ihrem Kontoauszug.',
    placeholder: '123 456 789',
    ...over,
  }
}
