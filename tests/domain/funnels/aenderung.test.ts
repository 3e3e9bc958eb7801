import { describe, expect, test } from 'vitest'
import { answerSections } from '#domain/answer-sections.ts'
import { checkForm } from '#domain/check-form.ts'
import { aenderung } from '#domain/funnels/aenderung.ts'
import { askedBlocks, askedFields, copiedAnswers, worded } from '#domain/funnels/asked-fields.ts'
import { type Answers, fieldsByNameOf } from '#domain/funnels/define-funnel.ts'
import { aenderungCases } from '#tests/funnel-cases/aenderung.ts'
import { home, person } from '#tests/funnel-cases/valid-answers.ts'

const today = { year: 2026, month: 11, day: 20 }
const named = (name: string) => fieldsByNameOf(aenderung).get(name)!
const [, types, payment, last] = aenderung.steps
const current: Answers = { ...person, adresse: home, beitragsnummer: '123456789' }

test('the steps and their headings are those of the specification', () => {
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

test('the types are offered in the words of the specification', () => {
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
  test('asks its fields under a heading, between the type and the date', () => {
    const blocks = askedBlocks(types!, { ...current, changeType })
    expect(blocks.map((block) => [block.title, block.fields.map((field) => field.name)])).toEqual([
      [undefined, ['changeType']],
      [title, fields],
      [undefined, ['inkrafttretensdatum', 'email']],
    ])
    expect(blocks.filter((block) => block.copy)).toHaveLength(changeType === 'contact' ? 1 : 0)
  })

  test('has its title, and its answers are read under the same heading', () => {
    expect(aenderung.summaryTitle({ changeType })).toBe(summary)
    const { form } = aenderungCases(today).orders.find((order) => order.name === changeType)!
    const sections = answerSections(aenderung, checkForm(aenderung, form, today).answers)
    expect(sections.slice(0, 3).map((section) => [section.step, section.title])).toEqual([
      [1, 'Bestehendes Beitragskonto'],
      [2, 'Änderung'],
      [2, title],
    ])
  })
})

describe('a contact', () => {
  const contact = { ...current, changeType: 'contact' }

  test('is filled with the current data where nothing new was entered', () => {
    const { whenChanged } = named('changeType')
    expect(whenChanged!({ ...contact, neuerVorname: 'Zoë' })).toEqual({
      neueAnrede: 'frau',
      neuerVorname: 'Zoë',
      neuerNachname: 'Müller-Lüdenscheidt',
      neuesGeburtsdatum: '1990-05-17',
    })
    expect(whenChanged!({ ...contact, changeType: 'name' })).toEqual({})
  })

  test('can be filled by a link, with what was answered in step 1', () => {
    const copy = askedBlocks(types!, contact)[1]!.copy!
    expect(copy.label).toBe('Daten aus Schritt 1 übernehmen')
    expect(copiedAnswers(copy, { vorname: 'Zoë', nachname: 'Au' })).toEqual({
      neuerVorname: 'Zoë',
      neuerNachname: 'Au',
    })
  })

  test('takes the current data for what is left empty, and a change of name does not', () => {
    const { answers, issues } = checkForm(aenderung, { ...contact, neueAdresse: home }, today, [2])
    expect(answers).toMatchObject({
      neueAnrede: 'frau',
      neuerVorname: 'Łucja',
      neuesGeburtsdatum: '1990-05-17',
    })
    expect(issues.map((issue) => issue.field)).toEqual(['inkrafttretensdatum', 'email'])
    const renamed = checkForm(aenderung, { ...current, changeType: 'name' }, today, [2])
    expect(renamed.answers).not.toHaveProperty('neuerVorname')
    expect(renamed.issues.map((issue) => issue.field)).toEqual([
      'neuerVorname',
      'neuerNachname',
      'inkrafttretensdatum',
      'email',
    ])
  })

  test('needs a salutation, a change of name does not', () => {
    expect(worded(named('neueAnrede'), contact).missing).toBe('Bitte wählen Sie eine Anrede')
    expect(worded(named('neueAnrede'), { changeType: 'name' }).missing).toBeUndefined()
    expect(worded(named('neueAdresse'), contact).label).toBe('Neue Anschrift')
    expect(worded(named('neueAdresse'), { changeType: 'address' }).label).toBe('Neue Adresse')
  })
})

const mandate = (answers: Answers) => askedFields(last!, answers).some((field) => field.name === 'widerruf')

describe('bank data', () => {
  test('is asked of who wants to change it, with a link that copies the person of step 1', () => {
    expect(askedFields(payment!, {}).map((field) => field.name)).toEqual([
      'zahlungsweise',
      'zahlungsnachweis',
      'bankdatenAendern',
    ])
    const [, block] = askedBlocks(payment!, { bankdatenAendern: 'ja' })
    expect(block!.fields.map((field) => field.name)).toEqual([
      'neueBankdatenAnrede',
      'neueBankdatenVorname',
      'neueBankdatenNachname',
      'neueBankdatenGeburtsdatum',
      'neueBankdatenBeitragsnummer',
      'bisherigeIban',
      'neueBankdatenIban',
    ])
    expect(copiedAnswers(block!.copy!, current)).toEqual({
      neueBankdatenAnrede: 'frau',
      neueBankdatenVorname: 'Łucja',
      neueBankdatenNachname: 'Müller-Lüdenscheidt',
      neueBankdatenGeburtsdatum: '1990-05-17',
      neueBankdatenBeitragsnummer: '123456789',
    })
  })

  test('and payment are asked in the words of the specification', () => {
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

  test('that names an account to be debited needs the mandate, as a direct debit does', () => {
    expect(mandate({ zahlungsart: 'lastschrift' })).toBe(true)
    expect(mandate({ bankdatenAendern: 'ja' })).toBe(true)
    expect(mandate({ zahlungsart: 'ueberweisung', bankdatenAendern: 'nein' })).toBe(false)
  })
})

const firstOfLast = (answers: Answers) =>
  askedFields(last!, answers)
    .slice(0, 3)
    .map((field) => field.name)

test('the delivery address is asked beside the order button', () => {
  expect(firstOfLast({})).toEqual(['abweichendeLieferadresse', 'eigeneDaten', 'datenschutz'])
  expect(firstOfLast({ abweichendeLieferadresse: true })).toEqual([
    'abweichendeLieferadresse',
    'lieferAdresse',
    'eigeneDaten',
  ])
})

const ownData = (changeType: string) => worded(named('eigeneDaten'), { changeType }).label

test('a widow or widower speaks for the household', () => {
  expect(ownData('partner_verstorben')).toMatch(
    /für den gemeinsamen Haushalt mit meinem verstorbenen Ehepartner/,
  )
  expect(ownData('name')).toMatch(/meine eigenen Daten/)
})
