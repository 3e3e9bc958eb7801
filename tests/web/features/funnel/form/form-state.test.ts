import { expect, test } from 'vitest'
import { berlinDate } from '#domain/time/berlin-time.ts'
import { checkForm } from '#domain/forms/check-form.ts'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import { aenderung } from '#domain/funnels/aenderung.ts'
import { anmeldung as funnel } from '#domain/funnels/anmeldung.ts'
import { fieldsOf } from '#domain/forms/define-funnel.ts'
import { funnels } from '#domain/funnels/index.ts'
import { readValue } from '#domain/forms/read-value.ts'
import { anmeldungForm, noon } from '#tests/build-events.ts'
import { visibleFields } from '#domain/forms/visible-fields.ts'
import {
  distinctIssues,
  emptyValue,
  errorEntries,
  firstOpenStep,
  initialValues,
  preselected,
} from '#web/features/funnel/form/form-state.ts'
import { nestIssues } from '#web/features/funnel/form/resolver.ts'
import { showValue } from '#domain/forms/show-value.ts'

const today = berlinDate(noon)

test('the first incomplete step is the last one that can be opened', () => {
  expect(firstOpenStep(funnel, {}, today)).toBe(1)
  expect(firstOpenStep(funnel, { ...anmeldungForm, nachname: '' }, today)).toBe(1)
  expect(firstOpenStep(funnel, { ...anmeldungForm, adresse: {} }, today)).toBe(2)
  expect(firstOpenStep(funnel, { ...anmeldungForm, iban: 'DE00' }, today)).toBe(3)
  expect(firstOpenStep(funnel, { ...anmeldungForm, datenschutz: false }, today)).toBe(4)
  expect(firstOpenStep(funnel, anmeldungForm, today)).toBe(4)
})

test('an untouched checkbox is false, but a consent has no value', () => {
  const values = initialValues(funnel, {}, today)
  expect(values).toMatchObject({ naechstmoeglich: false, abweichenderKontoinhaber: false })
  expect(Object.keys(values)).not.toContain('datenschutz')
  expect(initialValues(funnel, { naechstmoeglich: true }, today)).toMatchObject({ naechstmoeglich: true })
})

test('links to issues with the same message contain the label of the field', () => {
  const issues = checkForm(
    aenderung,
    { zahlungsweise: 'andere', zahlungsart: 'lastschrift', bankdatenAendern: 'ja' },
    today,
    [3],
  ).issues
  const entries = errorEntries(issues, fieldsOf(aenderung))
  expect(entries).toContainEqual({ target: 'feld-iban', message: 'IBAN: IBAN ist erforderlich' })
  expect(entries).toContainEqual({
    target: 'feld-neueBankdatenIban',
    message: 'Neue IBAN: IBAN ist erforderlich',
  })
  expect(entries.map(({ message }) => message)).toContain('Geburtsdatum ist erforderlich')
  expect(new Set(entries.map(({ message }) => message)).size).toBe(entries.length)
  const shown = fieldsOf(aenderung).filter(({ name }) => name === 'iban')
  expect(errorEntries(issues, shown)).toEqual([{ target: 'feld-iban', message: 'IBAN ist erforderlich' }])
})

test('a next possible month of an old draft is updated to the current one', () => {
  const old = { naechstmoeglich: true, anmeldungZu: '2026-05' }
  expect(initialValues(funnel, old, today)).toMatchObject({ anmeldungZu: '2026-12', wohnungsart: 'obige' })
  expect(initialValues(funnel, { ...old, naechstmoeglich: false }, today)).toMatchObject({
    anmeldungZu: '2026-05',
  })
})

const names = (step: number, values: Record<string, string | boolean>) =>
  visibleFields(funnel.steps[step - 1]!, values).map(({ name }) => name)

test('a step shows the fields that depend on its values and no hidden ones', () => {
  expect(names(1, {})).toEqual(['anrede', 'vorname', 'nachname', 'geburtsdatum'])
  expect(names(2, {})).toEqual(['adresse', 'anmeldungZu', 'wohnungsart'])
  expect(names(2, { wohnungsart: 'abweichende' })).toContain('abweichendeAdresse')
  expect(names(3, { zahlungsart: 'lastschrift' })).toContain('iban')
  expect(names(3, { zahlungsart: 'ueberweisung' })).not.toContain('iban')
  expect(names(4, {})).not.toContain('serviceLevel')
})

test('a URL preselects an existing option of an empty field', () => {
  const untouched = { answers: {}, linked: {} }
  expect(preselected(abmeldung, untouched, '?grund=ausland&x=1')).toEqual({ abmeldegrund: 'ausland' })
  const chosen = { answers: { abmeldegrund: 'sonstige' }, linked: {} }
  expect(preselected(abmeldung, chosen, '?grund=ausland')).toEqual({})
  const linked = { ...chosen, linked: chosen.answers }
  expect(preselected(abmeldung, linked, '?grund=ausland')).toEqual({ abmeldegrund: 'ausland' })
  for (const search of ['', '?grund=', '?grund=quatsch', '?abmeldegrund=ausland', '?__proto__=x'])
    expect(preselected(abmeldung, untouched, search)).toEqual({})
  expect(preselected(funnel, untouched, '?grund=ausland')).toEqual({})
})

test('the empty value of a control is read as no value', () => {
  for (const field of funnels.flatMap(fieldsOf))
    expect([undefined, false]).toContain(readValue(emptyValue(field)) as false | undefined)
})

test('errors are nested by field, and the message of an address is not repeated', () => {
  const { issues } = checkForm(funnel, { adresse: { strasse: 'Hauptstraße', plz: '1' } }, today, [2])
  const errors = nestIssues(issues)
  expect(Object.keys(errors)).toEqual(['adresse', 'anmeldungZu', 'wohnungsart'])
  expect(Object.keys(errors['adresse'] ?? {}).toSorted()).toEqual(['hausnummer', 'ort', 'plz'])
  expect(distinctIssues(issues).map(({ field }) => field)).toEqual([
    'adresse.hausnummer',
    'anmeldungZu',
    'wohnungsart',
  ])
})

test('values are formatted for display', () => {
  const { values } = checkForm(funnel, anmeldungForm, today)
  const shown = funnel.steps
    .slice(0, 3)
    .flatMap((step) => visibleFields(step, values))
    .map((field) => `${field.name}: ${showValue(field, values).join(' / ')}`)
  expect(shown).toEqual([
    'anrede: Frau',
    'vorname: Łucja',
    'nachname: Müller-Lüdenscheidt',
    'geburtsdatum: 17.05.1990',
    'adresse: Hauptstraße 12a / 10115 Berlin',
    'anmeldungZu: Dezember 2026',
    'wohnungsart: Die oben angegebene Wohnung',
    'email: lucja@example.org',
    'zahlungsrhythmus: Vierteljährlich im Voraus (1.1., 1.4., 1.7., 1.10.)',
    'zahlungsart: Durch Lastschrift',
    'iban: DE89 3704 0044 0532 0130 00',
    'abweichenderKontoinhaber: ',
  ])
})
