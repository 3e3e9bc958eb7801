import { describe, expect, test } from 'vitest'
import { summarySections } from '#domain/forms/summary-sections.ts'
import { checkForm } from '#domain/forms/check-form.ts'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import { visibleFields, textFor, resolveField } from '#domain/forms/visible-fields.ts'
import { fieldsByNameOf } from '#domain/forms/define-funnel.ts'
import { namedField } from '#tests/domain/forms/named-field.ts'
import { abmeldungCases } from '#tests/funnel-cases/abmeldung.ts'

const today = { year: 2026, month: 11, day: 20 }
const named = (name: string) => fieldsByNameOf(abmeldung).get(name)!
const fieldNames = (step: number, values = {}) =>
  visibleFields(abmeldung.steps[step - 1]!, values).map((field) => field.name)
const answersOf = (name: string) =>
  checkForm(abmeldung, abmeldungCases(today).orders.find((order) => order.name === name)!.form, today).values

test('has the specified steps', () => {
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
  expect(fieldNames(1)).toEqual([
    'anrede',
    'vorname',
    'nachname',
    'geburtsdatum',
    'adresse',
    'beitragsnummer',
    'abmeldedatum',
  ])
  expect(fieldNames(2)).toEqual([
    'abmeldegrund',
    'bestaetigungVorname',
    'bestaetigungNachname',
    'bestaetigungAdresse',
    'email',
  ])
  expect(fieldNames(3)).toEqual(['dokumente'])
})

test('offers the specified reasons, which a link can preselect', () => {
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
  const values = { abmeldegrund: reason }

  test('step 3 has its title, the reason and its fields', () => {
    const step = abmeldung.steps[2]!
    expect(textFor(step.title, values)).toBe(title)
    const label = namedField(abmeldung, 'abmeldegrund', 'choice').options.find(
      ({ value }) => value === reason,
    )!.label
    expect(textFor(step.subtitle!, values)).toBe(label)
    expect(fieldNames(3, values)).toEqual([...fields, 'dokumente'])
  })

  test('the summary has its title and sections with the steps to edit them', () => {
    expect(abmeldung.summaryTitle(values)).toBe(summary)
    const sections = summarySections(abmeldung, answersOf(reason))
    expect(sections.map((section) => [section.step, section.title])).toEqual([
      [1, 'Angaben zum Beitragskonto'],
      [2, 'Abmeldegrund'],
      [2, 'Anschrift für Ihre Abmeldebestätigung'],
      [3, title],
    ])
    expect(sections[1]!.fields.map((field) => field.name)).toEqual(['abmeldegrund', 'email'])
  })
})

const ownData = (abmeldegrund: string) => resolveField(named('eigeneDaten'), { abmeldegrund }).label

test('the confirmation differs for a deceased payer and for a move abroad', () => {
  expect(ownData('mitbewohner')).toBe(named('eigeneDaten').label)
  expect(ownData('mitbewohner')).toMatch(/meine eigenen Daten.*in Deutschland wohne\.$/)
  expect(ownData('verstorben')).toMatch(
    /für den Haushalt des verstorbenen Beitragszahlers.*in Deutschland wohne\.$/,
  )
  expect(ownData('verstorben')).not.toContain('eigenen Daten')
  expect(ownData('ausland')).toMatch(/bis zu meinem Umzug in Deutschland/)
})

test('the address for the confirmation may be abroad only after a move abroad', () => {
  const { abroad } = namedField(abmeldung, 'bestaetigungAdresse', 'address')
  expect(abroad!.when({ abmeldegrund: 'ausland' })).toBe(true)
  expect(abroad!.when({ abmeldegrund: 'verstorben' })).toBe(false)
  expect(namedField(abmeldung, 'adresse', 'address').abroad).toBeUndefined()
})

test.each([
  [undefined, 'land'],
  [{ land: '' }, 'land'],
  [{ land: 'Deutschland' }, 'strasse'],
  [{ land: 'Spanien' }, 'strasse'],
])('abroad, the first faulty part of the address %j is %s', (bestaetigungAdresse, part) => {
  const { issues } = checkForm(abmeldung, { abmeldegrund: 'ausland', bestaetigungAdresse }, today, [2])
  expect(issues.find(({ field }) => field.startsWith('bestaetigungAdresse'))).toMatchObject({
    field: `bestaetigungAdresse.${part}`,
    rule: 'incomplete',
  })
})

test('drops consents to a payment, because the funnel has no payment fields', () => {
  const { values } = checkForm(abmeldung, { widerruf: true, kontoinhaberUnterschriftZustimmung: true }, today)
  expect(values).toEqual({})
})
