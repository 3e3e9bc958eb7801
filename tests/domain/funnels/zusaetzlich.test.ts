import { expect, test } from 'vitest'
import { summarySections } from '#domain/forms/summary-sections.ts'
import { checkForm } from '#domain/forms/check-form.ts'
import { visibleFields } from '#domain/forms/visible-fields.ts'
import { zusaetzlich } from '#domain/funnels/zusaetzlich.ts'
import { namedField } from '#tests/domain/forms/named-field.ts'
import { zusaetzlichCases } from '#tests/funnel-cases/zusaetzlich.ts'

const today = { year: 2026, month: 11, day: 20 }
const fieldNames = (step: number, values = {}) =>
  visibleFields(zusaetzlich.steps[step - 1]!, values).map((field) => field.name)

test('has the specified steps and headings', () => {
  expect(zusaetzlich).toMatchObject({ slug: 'rundfunkbeitrag-zusatzwohnung', productId: 37 })
  expect(zusaetzlich.steps.map(({ name, title, subtitle }) => [name, title, subtitle])).toEqual([
    ['persoenliche-daten', 'Zusätzliche Wohnung anmelden', 'Angaben zum bestehenden Beitragskonto'],
    ['wohnungsdetails', 'Anmeldung einer zusätzlichen Wohnung', 'Angaben zur weiteren Wohnung'],
    ['zahlungsdaten', 'Zahlungsweise', 'Wie möchten Sie den Rundfunkbeitrag künftig zahlen?'],
    ['bestaetigung', 'Fast geschafft!', 'Bitte prüfen Sie Ihre Angaben und bestätigen Sie Ihren Auftrag.'],
  ])
  expect(fieldNames(1)).toEqual([
    'anrede',
    'vorname',
    'nachname',
    'geburtsdatum',
    'adresse',
    'beitragsnummer',
  ])
  expect(fieldNames(2)).toEqual(['abweichendeAdresse', 'anmeldedatum', 'mietvertrag'])
})

test('shows the payment only if it changes', () => {
  expect(fieldNames(3)).toEqual(['email', 'zahlungsweise'])
  expect(fieldNames(3, { zahlungsweise: 'bisherige', zahlungsart: 'lastschrift' })).toContain('iban')
  const { values } = checkForm(zusaetzlich, { zahlungsweise: 'bisherige', zahlungsart: 'lastschrift' }, today)
  expect(values).toEqual({ zahlungsweise: 'bisherige' })
  expect(fieldNames(3, { zahlungsweise: 'andere' })).toEqual([
    'email',
    'zahlungsweise',
    'zahlungsrhythmus',
    'zahlungsart',
  ])
})

test("'Wie bisher' is the default, and choosing it clears all payment fields", () => {
  const { options, whenChanged, default: preset } = namedField(zusaetzlich, 'zahlungsweise', 'choice')
  expect(options.map((option) => option.label)).toEqual(['Wie bisher', 'Zahlungsart ändern'])
  expect(preset).toBe('bisherige')
  expect(whenChanged!({ zahlungsweise: 'bisherige' })).toStrictEqual({
    zahlungsrhythmus: undefined,
    zahlungsart: undefined,
    iban: undefined,
    abweichenderKontoinhaber: undefined,
    vornameLastschrift: undefined,
    nachnameLastschrift: undefined,
    abweichenderKontoAdresse: undefined,
  })
  expect(whenChanged!({ zahlungsweise: 'andere' })).toEqual({})
})

test('groups the summary by topic', () => {
  const { form } = zusaetzlichCases(today).orders[0]!
  const sections = summarySections(zusaetzlich, checkForm(zusaetzlich, form, today).values)
  expect(sections.map(({ step, title, fields }) => [step, title, fields.map(({ name }) => name)])).toEqual([
    [
      1,
      'Bestehendes Beitragskonto',
      ['anrede', 'vorname', 'nachname', 'geburtsdatum', 'adresse', 'beitragsnummer'],
    ],
    [2, 'Weitere Wohnung', ['abweichendeAdresse', 'anmeldedatum', 'mietvertrag']],
    [3, 'Zahlungsweise', ['email', 'zahlungsweise']],
  ])
})
