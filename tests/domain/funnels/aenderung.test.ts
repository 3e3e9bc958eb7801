import { describe, expect, test } from 'vitest'
import { summarySections } from '#domain/forms/summary-sections.ts'
import { checkForm } from '#domain/forms/check-form.ts'
import { aenderung } from '#domain/funnels/aenderung.ts'
import { visibleBlocks, visibleFields, copiedValues, resolveField } from '#domain/forms/visible-fields.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { fieldsByNameOf } from '#domain/forms/define-funnel.ts'
import { namedField } from '#tests/domain/forms/named-field.ts'
import { aenderungCases } from '#tests/funnel-cases/aenderung.ts'
import { home, person } from '#tests/funnel-cases/valid-values.ts'

const today = { year: 2026, month: 11, day: 20 }
const named = (name: string) => fieldsByNameOf(aenderung).get(name)!
const [, types, payment, last] = aenderung.steps
const current: FieldValues = { ...person, adresse: home, beitragsnummer: '123456789' }

test('has the specified steps and headings', () => {
  expect(aenderung).toMatchObject({
    slug: 'rundfunkbeitrag-aendern',
    title: 'Mitteilung Änderung Rundfunkbeitrag',
    productId: 38,
  })
  expect(aenderung.steps.map((step) => [step.name, step.title])).toEqual([
    ['persoenliche-daten', 'Angaben zum bestehenden Beitragskonto'],
    ['aenderungstyp', 'Auswahl der Änderung'],
    ['neue-daten', 'Bankdaten und Zahlweise'],
    ['bestaetigung', 'Fast geschafft!'],
  ])
  expect(types!.subtitle).toBe('Welche Daten möchten Sie ändern?')
})

test('offers the specified types', () => {
  expect(named('changeType')).toMatchObject({
    label: 'Was möchten Sie ändern?',
    control: 'select',
    options: [
      { value: 'name', label: 'Meinen Namen' },
      { value: 'address', label: 'Meine Adresse' },
      { value: 'contact', label: 'Meine Anschrift' },
      { value: 'partner_verstorben', label: 'Todesfall: Mein Ehepartner ist verstorben' },
    ],
  })
  expect(named('inkrafttretensdatum').label).toBe('Wann tritt die Änderung in Kraft?')
})

describe.each([
  [
    'name',
    'Mitteilung Ihrer Namensänderung',
    'Ihr neuer Name',
    ['neueAnrede', 'neuerVorname', 'neuerNachname', 'personalausweis'],
  ],
  ['address', 'Mitteilung Ihrer neuen Adresse', 'Ihre neuen Daten', ['neueAdresse', 'meldebescheinigung']],
  [
    'contact',
    'Mitteilung Ihrer neuen Anschrift',
    'Ihre neuen Daten',
    ['neueAnrede', 'neuerVorname', 'neuerNachname', 'neuesGeburtsdatum', 'neueAdresse', 'meldebescheinigung'],
  ],
  [
    'partner_verstorben',
    'Mitteilung des Todesfalls Ihres Ehepartners',
    'Ihr verstorbener Ehepartner',
    [
      'partnerAnrede',
      'partnerVorname',
      'partnerNachname',
      'partnerGeburtsdatum',
      'partnerAdresse',
      'dokumente',
    ],
  ],
])('a change of %s', (changeType, summary, title, fields) => {
  test('shows its fields under a heading between the type and the date', () => {
    const blocks = visibleBlocks(types!, { ...current, changeType })
    expect(blocks.map((block) => [block.title, block.fields.map((field) => field.name)])).toEqual([
      [undefined, ['changeType']],
      [title, fields],
      [undefined, ['inkrafttretensdatum', 'email']],
    ])
    expect(blocks.filter((block) => block.copy)).toHaveLength(changeType === 'contact' ? 1 : 0)
  })

  test('has its title and the same heading in the summary', () => {
    expect(aenderung.summaryTitle({ changeType })).toBe(summary)
    const { form } = aenderungCases(today).orders.find((order) => order.name === changeType)!
    const sections = summarySections(aenderung, checkForm(aenderung, form, today).values)
    expect(sections.slice(0, 3).map((section) => [section.step, section.title])).toEqual([
      [1, 'Bestehendes Beitragskonto'],
      [2, 'Änderung'],
      [2, title],
    ])
  })
})

describe('a contact', () => {
  const contact = { ...current, changeType: 'contact' }

  test('is filled with the current data if no new data was entered', () => {
    const { whenChanged } = namedField(aenderung, 'changeType', 'choice')
    expect(whenChanged!({ ...contact, neuerVorname: 'Zoë' })).toEqual({
      neueAnrede: 'frau',
      neuerVorname: 'Zoë',
      neuerNachname: 'Müller-Lüdenscheidt',
      neuesGeburtsdatum: '1990-05-17',
    })
    expect(whenChanged!({ ...contact, changeType: 'name' })).toEqual({})
  })

  test('can be filled with the values of step 1 by a link', () => {
    const copy = visibleBlocks(types!, contact)[1]!.copy!
    expect(copy.label).toBe('Daten aus Schritt 1 übernehmen')
    expect(copiedValues(copy, { vorname: 'Zoë', nachname: 'Au' })).toEqual({
      neuerVorname: 'Zoë',
      neuerNachname: 'Au',
    })
  })

  test('uses the current data for empty fields, unlike a change of name', () => {
    const { values, issues } = checkForm(aenderung, { ...contact, neueAdresse: home }, today, [2])
    expect(values).toMatchObject({
      neueAnrede: 'frau',
      neuerVorname: 'Łucja',
      neuesGeburtsdatum: '1990-05-17',
    })
    expect(issues.map((issue) => issue.field)).toEqual(['inkrafttretensdatum', 'email'])
    const renamed = checkForm(aenderung, { ...current, changeType: 'name' }, today, [2])
    expect(renamed.values).not.toHaveProperty('neuerVorname')
    expect(renamed.issues.map((issue) => issue.field)).toEqual([
      'neuerVorname',
      'neuerNachname',
      'inkrafttretensdatum',
      'email',
    ])
  })

  test('requires a salutation, unlike a change of name', () => {
    expect(resolveField(named('neueAnrede'), contact)).toMatchObject({
      required: true,
      missing: 'Bitte wählen Sie eine Anrede',
    })
    expect(resolveField(named('neueAnrede'), { changeType: 'name' }).required).toBe(false)
    expect(resolveField(named('neueAdresse'), contact).label).toBe('Neue Anschrift')
    expect(resolveField(named('neueAdresse'), { changeType: 'address' }).label).toBe('Neue Adresse')
  })
})

const mandate = (values: FieldValues) =>
  visibleFields(last!, values).some((field) => field.name === 'widerruf')

describe('bank data', () => {
  test('is shown only if it changes, with a link that copies the person of step 1', () => {
    expect(visibleFields(payment!, {}).map((field) => field.name)).toEqual([
      'zahlungsweise',
      'zahlungsnachweis',
      'bankdatenAendern',
    ])
    const [, block] = visibleBlocks(payment!, { bankdatenAendern: 'ja' })
    expect(block!.fields.map((field) => field.name)).toEqual([
      'neueBankdatenAnrede',
      'neueBankdatenVorname',
      'neueBankdatenNachname',
      'neueBankdatenGeburtsdatum',
      'neueBankdatenBeitragsnummer',
      'bisherigeIban',
      'neueBankdatenIban',
    ])
    expect(copiedValues(block!.copy!, current)).toEqual({
      neueBankdatenAnrede: 'frau',
      neueBankdatenVorname: 'Łucja',
      neueBankdatenNachname: 'Müller-Lüdenscheidt',
      neueBankdatenGeburtsdatum: '1990-05-17',
      neueBankdatenBeitragsnummer: '123456789',
    })
  })

  test('and payment fields have the specified texts', () => {
    expect(named('zahlungsweise').label).toBe('Möchten Sie Ihre Zahlweise oder Zahlungsrhythmus ändern?')
    expect(named('bankdatenAendern')).toMatchObject({
      label: 'Möchten Sie Ihre Bankdaten ändern?',
      default: 'nein',
      options: [
        { value: 'nein', label: 'Nein, wie bisher' },
        { value: 'ja', label: 'Daten ändern' },
      ],
    })
  })

  test('with an account to be debited requires the mandate, like a direct debit', () => {
    expect(mandate({ zahlungsart: 'lastschrift' })).toBe(true)
    expect(mandate({ bankdatenAendern: 'ja' })).toBe(true)
    expect(mandate({ zahlungsart: 'ueberweisung', bankdatenAendern: 'nein' })).toBe(false)
  })
})

const firstOfLast = (values: FieldValues) =>
  visibleFields(last!, values)
    .slice(0, 3)
    .map((field) => field.name)

test('shows the delivery address on the last step', () => {
  expect(firstOfLast({})).toEqual(['abweichendeLieferadresse', 'firma', 'unternehmer'])
  expect(firstOfLast({ abweichendeLieferadresse: true })).toEqual([
    'abweichendeLieferadresse',
    'lieferAdresse',
    'firma',
  ])
})

const ownData = (changeType: string) => resolveField(named('eigeneDaten'), { changeType }).label

test('has a confirmation for widowed visitors', () => {
  expect(ownData('partner_verstorben')).toMatch(
    /für den gemeinsamen Haushalt mit meinem verstorbenen Ehepartner/,
  )
  expect(ownData('name')).toMatch(/meine eigenen Daten/)
})
