import { expect, test } from 'vitest'
import { answerSections } from '#domain/answer-sections.ts'
import { checkForm } from '#domain/check-form.ts'
import { askedFields } from '#domain/funnels/asked-fields.ts'
import { fieldsByNameOf } from '#domain/funnels/define-funnel.ts'
import { zusaetzlich } from '#domain/funnels/zusaetzlich.ts'
import { zusaetzlichCases } from '#tests/funnel-cases/zusaetzlich.ts'

const today = { year: 2026, month: 11, day: 20 }
const named = (name: string) => fieldsByNameOf(zusaetzlich).get(name)!
const asked = (step: number, answers = {}) =>
  askedFields(zusaetzlich.steps[step - 1]!, answers).map((field) => field.name)

test('the steps and their headings are those of the specification', () => {
  expect(zusaetzlich).toMatchObject({ slug: 'rundfunkbeitrag-zusatzwohnung', productId: 37 })
  expect(zusaetzlich.steps.map(({ name, title, subtitle }) => [name, title, subtitle])).toEqual([
    ['persoenliche-daten', 'Zusätzliche Wohnung anmelden', 'Angaben zum bestehenden Beitragskonto'],
    ['wohnungsdetails', 'Anmeldung einer zusätzlichen Wohnung', 'Angaben zur weiteren Wohnung'],
    ['zahlungsdaten', 'Zahlungsweise', 'Wie möchten Sie den Rundfunkbeitrag künftig zahlen?'],
    ['bestaetigung', 'Fast geschafft!', 'Bitte prüfen Sie Ihre Angaben und bestätigen Sie Ihren Auftrag.'],
  ])
  expect(asked(1)).toEqual(['anrede', 'vorname', 'nachname', 'geburtsdatum', 'adresse', 'beitragsnummer'])
  expect(asked(2)).toEqual(['abweichendeAdresse', 'anmeldedatum', 'mietvertrag'])
})

test('the payment is asked only of who wants to change it', () => {
  expect(asked(3)).toEqual(['email', 'zahlungsweise'])
  expect(asked(3, { zahlungsweise: 'bisherige', zahlungsart: 'lastschrift' })).toContain('iban')
  const { answers } = checkForm(
    zusaetzlich,
    { zahlungsweise: 'bisherige', zahlungsart: 'lastschrift' },
    today,
  )
  expect(answers).toEqual({ zahlungsweise: 'bisherige' })
  expect(asked(3, { zahlungsweise: 'andere' })).toEqual([
    'email',
    'zahlungsweise',
    'zahlungsrhythmus',
    'zahlungsart',
  ])
})

test("'Wie bisher' is preset, and choosing it empties the whole payment", () => {
  const { options, whenChanged, default: preset } = named('zahlungsweise')
  expect(options!.map((option) => option.label)).toEqual(['Wie bisher', 'Zahlungsart ändern'])
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

test('the answers are read again by what they are about', () => {
  const { form } = zusaetzlichCases(today).orders[0]!
  const sections = answerSections(zusaetzlich, checkForm(zusaetzlich, form, today).answers)
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
