import { expect, test } from 'vitest'
import { berlinDate } from '#domain/berlin-time.ts'
import { checkForm } from '#domain/check-form.ts'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import { aenderung } from '#domain/funnels/aenderung.ts'
import { anmeldung as funnel } from '#domain/funnels/anmeldung.ts'
import { fieldsOf } from '#domain/funnels/define-funnel.ts'
import { funnels } from '#domain/funnels/index.ts'
import { readAnswer } from '#domain/read-answer.ts'
import { anmeldungForm, noon } from '#tests/build-events.ts'
import { askedFields } from '#domain/funnels/asked-fields.ts'
import {
  distinctIssues,
  emptyValue,
  errorEntries,
  firstOpenStep,
  initialValues,
  preselected,
} from '#web/funnel/form-state.ts'
import { nestIssues } from '#web/funnel/resolver.ts'
import { showAnswer } from '#web/funnel/show-answer.ts'

const today = berlinDate(noon)

test('the first step that is not complete is the last one that can be opened', () => {
  expect(firstOpenStep(funnel, {}, today)).toBe(1)
  expect(firstOpenStep(funnel, { ...anmeldungForm, nachname: '' }, today)).toBe(1)
  expect(firstOpenStep(funnel, { ...anmeldungForm, adresse: {} }, today)).toBe(2)
  expect(firstOpenStep(funnel, { ...anmeldungForm, iban: 'DE00' }, today)).toBe(3)
  expect(firstOpenStep(funnel, { ...anmeldungForm, datenschutz: false }, today)).toBe(4)
  expect(firstOpenStep(funnel, anmeldungForm, today)).toBe(4)
})

test('a box that is left alone says no, except a consent, which says nothing', () => {
  const values = initialValues(funnel, {}, today)
  expect(values).toMatchObject({ naechstmoeglich: false, abweichenderKontoinhaber: false })
  expect(Object.keys(values)).not.toContain('datenschutz')
  expect(initialValues(funnel, { naechstmoeglich: true }, today)).toMatchObject({ naechstmoeglich: true })
})

test('links to faults with one message are told apart by the labels of their fields', () => {
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
})

test('a next possible month of an old draft is the one of today', () => {
  const old = { naechstmoeglich: true, anmeldungZu: '2026-05' }
  expect(initialValues(funnel, old, today)).toMatchObject({ anmeldungZu: '2026-12', wohnungsart: 'obige' })
  expect(initialValues(funnel, { ...old, naechstmoeglich: false }, today)).toMatchObject({
    anmeldungZu: '2026-05',
  })
})

const names = (step: number, answers: Record<string, string | boolean>) =>
  askedFields(funnel.steps[step - 1]!, answers).map(({ name }) => name)

test('a step asks what its answers call for, and never hidden fields', () => {
  expect(names(1, {})).toEqual(['anrede', 'vorname', 'nachname', 'geburtsdatum'])
  expect(names(2, {})).toEqual(['adresse', 'anmeldungZu', 'wohnungsart'])
  expect(names(2, { wohnungsart: 'abweichende' })).toContain('abweichendeAdresse')
  expect(names(3, { zahlungsart: 'lastschrift' })).toContain('iban')
  expect(names(3, { zahlungsart: 'ueberweisung' })).not.toContain('iban')
  expect(names(4, {})).not.toContain('serviceLevel')
})

test('an address chooses an option that there is, for a field that nobody answered', () => {
  expect(preselected(abmeldung, {}, '?grund=ausland&x=1')).toEqual({ abmeldegrund: 'ausland' })
  expect(preselected(abmeldung, { abmeldegrund: 'sonstige' }, '?grund=ausland')).toEqual({})
  for (const search of ['', '?grund=', '?grund=quatsch', '?abmeldegrund=ausland', '?__proto__=x'])
    expect(preselected(abmeldung, {}, search)).toEqual({})
  expect(preselected(funnel, {}, '?grund=ausland')).toEqual({})
})

test('an emptied control holds no answer', () => {
  for (const field of funnels.flatMap(fieldsOf))
    expect([undefined, false]).toContain(readAnswer(emptyValue(field)) as false | undefined)
})

test('errors lie where their field is, and the message of an address is said once', () => {
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

test('answers are shown as people read them', () => {
  const { answers } = checkForm(funnel, anmeldungForm, today)
  const shown = funnel.steps
    .slice(0, 3)
    .flatMap((step) => askedFields(step, answers))
    .map((field) => `${field.name}: ${showAnswer(field, answers).join(' / ')}`)
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
