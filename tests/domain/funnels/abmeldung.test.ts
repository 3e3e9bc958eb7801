import { describe, expect, test } from 'vitest'
import { answerSections } from '#domain/answer-sections.ts'
import { checkForm } from '#domain/check-form.ts'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import { askedFields, textFor, worded } from '#domain/funnels/asked-fields.ts'
import { fieldsByNameOf } from '#domain/funnels/define-funnel.ts'
import { abmeldungCases } from '#tests/funnel-cases/abmeldung.ts'

const today = { year: 2026, month: 11, day: 20 }
const named = (name: string) => fieldsByNameOf(abmeldung).get(name)!
const asked = (step: number, answers = {}) =>
  askedFields(abmeldung.steps[step - 1]!, answers).map((field) => field.name)
const answersOf = (name: string) =>
  checkForm(abmeldung, abmeldungCases(today).orders.find((order) => order.name === name)!.form, today).answers

test('the steps are those of reading B', () => {
  expect(abmeldung).toMatchObject({
    slug: 'rundfunkbeitrag-abmelden',
    title: 'Abmeldung Rundfunkbeitrag',
    productId: 3,
  })
  expect(abmeldung.steps.map((step) => step.name)).toEqual([
    'persoenliche-daten',
    'grund',
    'dokumente',
    'bestaetigung',
  ])
  expect(asked(1)).toEqual([
    'anrede',
    'vorname',
    'nachname',
    'geburtsdatum',
    'adresse',
    'beitragsnummer',
    'abmeldedatum',
  ])
  expect(asked(2)).toEqual([
    'abmeldegrund',
    'bestaetigungVorname',
    'bestaetigungNachname',
    'bestaetigungAdresse',
    'email',
  ])
  expect(asked(3)).toEqual(['dokumente'])
})

test('the reasons are offered in the words of the specification, and a link may choose one', () => {
  expect(named('abmeldegrund')).toMatchObject({
    label: 'Warum möchten Sie das Beitragskonto abmelden?',
    control: 'select',
    preselect: 'grund',
    options: [
      { value: 'mitbewohner', label: 'Ich ziehe zu einem anderen Beitragszahler' },
      { value: 'ausland', label: 'Ich ziehe dauerhaft ins Ausland' },
      { value: 'verstorben', label: 'Der Beitragszahler ist verstorben' },
      { value: 'mehrere-wohnungen', label: 'Ich habe mehrere Wohnungen und gebe eine vollständig auf' },
      { value: 'sonstige', label: 'Sonstiger Grund' },
    ],
  })
})

describe.each([
  [
    'mitbewohner',
    'Angabe des neuen Beitragszahlers',
    'Abmeldung vom Rundfunkbeitrag wegen Mitbewohner',
    ['mitbewohnerVorname', 'mitbewohnerNachname', 'mitbewohnerBeitragsnummer', 'mitbewohnerDokumente'],
  ],
  [
    'ausland',
    'Abmeldung wegen Umzug ins Ausland',
    'Abmeldung vom Rundfunkbeitrag wegen Auslandsumzug',
    ['auslandsDokumente'],
  ],
  [
    'verstorben',
    'Abmeldung wegen Todesfall',
    'Abmeldung vom Rundfunkbeitrag wegen Todesfall',
    ['sterbeurkunde'],
  ],
  [
    'mehrere-wohnungen',
    'Abmeldung einer weiteren Wohnung',
    'Abmeldung vom Rundfunkbeitrag für eine weitere Wohnung',
    ['abzumeldendeAdresse', 'mehrereWohnungenDokumente'],
  ],
  [
    'sonstige',
    'Details zur Abmeldung',
    'Abmeldung vom Rundfunkbeitrag aus anderen Gründen',
    ['sonstigeGruende', 'sonstigeDokumente'],
  ],
])('for %s', (reason, title, summary, fields) => {
  const answers = { abmeldegrund: reason }

  test('step 3 has its title, names the reason and asks its fields', () => {
    const step = abmeldung.steps[2]!
    expect(textFor(step.title, answers)).toBe(title)
    const label = named('abmeldegrund').options!.find(({ value }) => value === reason)!.label
    expect(textFor(step.subtitle!, answers)).toBe(label)
    expect(asked(3, answers)).toEqual([...fields, 'dokumente'])
  })

  test('the order has its title, and its answers are read in sections that say where they are changed', () => {
    expect(abmeldung.summaryTitle(answers)).toBe(summary)
    const sections = answerSections(abmeldung, answersOf(reason))
    expect(sections.map((section) => [section.step, section.title])).toEqual([
      [1, 'Angaben zum Beitragskonto'],
      [2, 'Abmeldegrund'],
      [2, 'Anschrift für Ihre Abmeldebestätigung'],
      [3, title],
    ])
    expect(sections[1]!.fields.map((field) => field.name)).toEqual(['abmeldegrund', 'email'])
  })
})

const ownData = (abmeldegrund: string) => worded(named('eigeneDaten'), { abmeldegrund }).label

test('who confirms speaks for the household of a deceased payer, and of the past after a move abroad', () => {
  expect(ownData('mitbewohner')).toBe(named('eigeneDaten').label)
  expect(ownData('mitbewohner')).toMatch(/meine eigenen Daten.*in Deutschland wohne\.$/)
  expect(ownData('verstorben')).toMatch(
    /für den Haushalt des verstorbenen Beitragszahlers.*in Deutschland wohne\.$/,
  )
  expect(ownData('verstorben')).not.toContain('eigenen Daten')
  expect(ownData('ausland')).toMatch(/bis zu meinem Umzug in Deutschland/)
})

test('the confirmation may go abroad with the visitor, and nowhere else', () => {
  const { abroad } = named('bestaetigungAdresse')
  expect(abroad!({ abmeldegrund: 'ausland' })).toBe(true)
  expect(abroad!({ abmeldegrund: 'verstorben' })).toBe(false)
  expect(named('adresse').abroad).toBeUndefined()
})

test('no payment is asked, so the consents to one are dropped', () => {
  const { answers } = checkForm(
    abmeldung,
    { widerruf: true, kontoinhaberUnterschriftZustimmung: true },
    today,
  )
  expect(answers).toEqual({})
})
