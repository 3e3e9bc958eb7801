import type { BeitragsnummerField, ChoiceField, DateField, TextField } from '#domain/forms/define-field.ts'
import { beitragsnummerRule } from '#domain/forms/rules/beitragsnummer.ts'
import { adultBirthDateRule } from '#domain/forms/rules/birth-date.ts'
import { choiceRule } from '#domain/forms/rules/choice.ts'
import { nameRule } from '#domain/forms/rules/name.ts'

const salutations = [
  { value: 'herr', label: 'Herr' },
  { value: 'frau', label: 'Frau' },
]

const salutationMissing = 'Bitte wählen Sie eine Anrede'
const salutationRule = choiceRule(salutations, salutationMissing)

export function salutation(over: Partial<ChoiceField> = {}): ChoiceField {
  return {
    name: 'anrede',
    label: 'Anrede',
    kind: 'choice',
    options: salutations,
    control: 'buttons',
    rule: salutationRule,
    required: true,
    missing: salutationMissing,
    section: 'personalData',
    joined: true,
    ...over,
  }
}

export function firstName(over: Partial<TextField> = {}): TextField {
  return {
    name: 'vorname',
    label: 'Vorname',
    kind: 'text',
    rule: nameRule,
    required: true,
    missing: 'Bitte geben Sie Ihren Vornamen ein',
    section: 'personalData',
    joined: true,
    autocomplete: 'given-name',
    ...over,
  }
}

export function lastName(over: Partial<TextField> = {}): TextField {
  return {
    name: 'nachname',
    label: 'Nachname',
    kind: 'text',
    rule: nameRule,
    required: true,
    missing: 'Bitte geben Sie Ihren Nachnamen ein',
    section: 'personalData',
    autocomplete: 'family-name',
    ...over,
  }
}

/**
 * Returns a birth date field. By default, it requires an age of at least 18. If `birthDateRule` is passed as `rule`, it
 * accepts any date from 1900 until today.
 */
export function birthDate(over: Partial<DateField> = {}): DateField {
  return {
    name: 'geburtsdatum',
    label: 'Geburtsdatum',
    kind: 'date',
    rule: adultBirthDateRule,
    required: true,
    missing: 'Geburtsdatum ist erforderlich',
    section: 'personalData',
    placeholder: 'TT.MM.JJJJ',
    autocomplete: 'bday',
    ...over,
  }
}

export function beitragsnummer(over: Partial<BeitragsnummerField> = {}): BeitragsnummerField {
  return {
    name: 'beitragsnummer',
    label: 'Beitragsnummer',
    kind: 'beitragsnummer',
    rule: beitragsnummerRule,
    required: true,
    missing: 'Beitragsnummer ist erforderlich',
    section: 'personalData',
    hint: 'Neun Ziffern; Sie finden die Nummer auf jedem Schreiben des Beitragsservice und auf Ihrem Kontoauszug.',
    placeholder: '123 456 789',
    ...over,
  }
}
