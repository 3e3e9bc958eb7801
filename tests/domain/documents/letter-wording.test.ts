import { expect, test } from 'vitest'
import { letterContent } from '#domain/documents/letter-content.ts'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import { aenderung } from '#domain/funnels/aenderung.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { zusaetzlich } from '#domain/funnels/zusaetzlich.ts'
import * as valid from '#tests/funnel-cases/valid-values.ts'
import { letterOf, namedOrder, orders, rowsOf, signedAt, valuesOf } from './compose-letter.ts'

test('a letter has sender, recipient, reference, date and signature', () => {
  expect(namedOrder(zusaetzlich, 'payment as before')).toMatchObject({
    sender: { name: 'Łucja Müller-Lüdenscheidt', street: 'Hauptstraße 12a', city: '10115 Berlin' },
    recipient: ['ARD ZDF Deutschlandradio Beitragsservice', '50656 Köln'],
    // The order was placed on 21 November in Berlin, where it was half past midnight.
    placeAndDate: 'Berlin, 21. November 2026',
    reference: '123 456 789',
    salutation: 'Sehr geehrte Damen und Herren,',
    signature: {
      name: 'Łucja Müller-Lüdenscheidt',
      note: 'Digital unterschrieben am 21. November 2026. Der digitalen Unterschrift und der Weiterleitung dieses Schreibens an den Beitragsservice wurde ausdrücklich zugestimmt.',
    },
    enclosures: ['Mietvertrag'],
    orderNumber: 'FL-2026-0001',
  })
})

test.each(['Łukasz', 'Şahin', 'GROẞ', 'Đặng Thị', 'O’Connor', 'Ζωή', 'Анна', 'İnci', 'Zoe\u0308'])(
  'the name %s passes unchanged',
  (nachname) => {
    const values = {
      ...valuesOf(zusaetzlich, orders.find((one) => one.funnel === zusaetzlich)!.form),
      nachname,
    }
    const content = letterOf(zusaetzlich, values)
    expect(content.signature.name).toBe(`Łucja ${nachname}`)
    expect(rowsOf(content)).toContainEqual({ label: 'Nachname', value: nachname })
  },
)

test('the rows of a letter are worded for its recipient', () => {
  expect(namedOrder(aenderung, 'address').sections).toEqual([
    {
      title: 'Bestehendes Beitragskonto',
      rows: [
        { label: 'Anrede', value: 'Frau' },
        { label: 'Vorname', value: 'Łucja' },
        { label: 'Nachname', value: 'Müller-Lüdenscheidt' },
        { label: 'Geburtsdatum', value: '17.05.1990' },
        { label: 'Adresse', value: 'Hauptstraße 12a, 10115 Berlin' },
        { label: 'Beitragsnummer', value: '123 456 789' },
      ],
    },
    {
      title: 'Änderung',
      rows: [
        { label: 'Art der Änderung', value: 'Adresse' },
        { label: 'Änderung gültig ab', value: '1. Dezember 2026' },
        { label: 'E-Mail-Adresse', value: 'lucja@example.org' },
      ],
    },
    {
      title: 'Neue Daten',
      rows: [{ label: 'Neue Adresse', value: 'Straße des 17. Juni 1-3, 01067 Au' }],
    },
    {
      title: 'Bankdaten und Zahlweise',
      rows: [
        { label: 'Zahlungsweise', value: 'Wie bisher' },
        { label: 'Bankdaten', value: 'Neue Bankdaten, siehe unten' },
      ],
    },
    expect.objectContaining({ title: 'Neue Bankdaten' }),
    {
      title: 'Zustellung der Bestätigung',
      rows: [
        { label: 'Abweichende Lieferadresse', value: 'Ja' },
        { label: 'Lieferadresse', value: 'Straße des 17. Juni 1-3, 01067 Au' },
      ],
    },
  ])
})

test('the first letter of a new payer has no reference and asks for the number', () => {
  const content = namedOrder(anmeldung, 'direct debit')
  expect(content.reference).toBeNull()
  expect(content.closing[0]).toContain('teilen Sie mir meine Beitragsnummer mit')
  expect(namedOrder(anmeldung, 'another dwelling, another holder')).toMatchObject({
    reference: '123 456 789',
  })
})

test.each([
  [
    'herr',
    'hiermit melde ich das unten genannte Beitragskonto zum 31. Dezember 2026 ab. Der Beitragszahler ist verstorben. Ich handle für den Haushalt des Verstorbenen und bin dazu berechtigt.',
  ],
  [
    'frau',
    'hiermit melde ich das unten genannte Beitragskonto zum 31. Dezember 2026 ab. Die Beitragszahlerin ist verstorben. Ich handle für den Haushalt der Verstorbenen und bin dazu berechtigt.',
  ],
])('the account of a deceased person (%s) is closed by the recipient of the confirmation', (anrede, text) => {
  const content = namedOrder(abmeldung, 'verstorben', { anrede })
  expect(content.opening).toEqual([text])
  expect(content.sender).toEqual({
    name: 'Şahin O’Connor',
    street: 'Straße des 17. Juni 1-3',
    city: '01067 Au',
  })
  expect(content.signature.name).toBe('Şahin O’Connor')
  expect(content.enclosures).toEqual(['Sterbeurkunde'])
})

test.each([
  ['mitbewohner', 'Abmeldung vom Rundfunkbeitrag wegen Umzugs zu einem anderen Beitragszahler'],
  ['ausland', 'Abmeldung vom Rundfunkbeitrag wegen Umzugs ins Ausland'],
  ['verstorben', 'Abmeldung vom Rundfunkbeitrag wegen Todesfalls'],
  ['mehrere-wohnungen', 'Abmeldung vom Rundfunkbeitrag für eine von mehreren Wohnungen'],
  ['sonstige', 'Abmeldung vom Rundfunkbeitrag'],
])('the subject of a deregistration names its reason: %s', (name, subject) => {
  expect(namedOrder(abmeldung, name).subject).toBe(subject)
})

const [oldName, newName] = ['Łucja Müller-Lüdenscheidt', 'Zoë von der Au']
const [oldHome, newHome] = ['10115 Berlin', '01067 Au']

test.each([
  ['name', '2026-11', newName, oldHome, true],
  ['name', '2026-12', oldName, oldHome, false],
  ['address', '2026-06', oldName, newHome, false],
  ['address', '2026-12', oldName, oldHome, false],
  ['contact', '2026-11', newName, newHome, true],
  ['contact', '2026-12', oldName, oldHome, false],
  ['contact with the current data', '2026-11', oldName, newHome, false],
  ['partner_verstorben', '2026-11', oldName, oldHome, false],
])(
  'a change (%s) in effect from %s is signed by %s, who lives in %s',
  (name, inkrafttretensdatum, signature, city, mentionsFormer) => {
    const content = namedOrder(aenderung, name, { inkrafttretensdatum, naechstmoeglich: false })
    expect(content.sender).toMatchObject({ name: signature, city })
    expect(content.placeAndDate).toBe(`${city.slice(6)}, 21. November 2026`)
    expect(content.signature.name).toBe(signature)
    expect(content.signature.note.startsWith(`Bisheriger Name: ${oldName}. Digital`)).toBe(mentionsFormer)
    // The account is still found by the former data.
    expect(rowsOf(content)).toContainEqual({ label: 'Nachname', value: 'Müller-Lüdenscheidt' })
    expect(rowsOf(content)).toContainEqual({ label: 'Adresse', value: 'Hauptstraße 12a, 10115 Berlin' })
  },
)

test.each([
  ['herr', 'meines Ehemannes'],
  ['frau', 'meiner Ehefrau'],
  ['', 'meines Ehepartners'],
])('the letter about a deceased spouse agrees with the salutation %j', (partnerAnrede, spouse) => {
  const content = namedOrder(aenderung, 'partner_verstorben', { partnerAnrede })
  expect(content.subject).toBe(`Mitteilung des Todes ${spouse}`)
  expect(content.opening[0]).toBe(
    `hiermit teile ich Ihnen den Tod ${spouse} mit. Ich handle für unseren gemeinsamen Haushalt. Die Änderung gilt ab dem 1. Dezember 2026.`,
  )
})

test.each([
  ['name', 'meines Namens'],
  ['address', 'meiner Adresse'],
  ['contact', 'meiner persönlichen Daten und meiner Anschrift'],
])('the subject of a change names what changes: %s', (name, changed) => {
  expect(namedOrder(aenderung, name).subject).toBe(`Änderung ${changed}`)
})

test('the confirmation of a change is sent to the delivery address, if there is one', () => {
  expect(namedOrder(aenderung, 'address').closing[0]).toBe(
    'Bitte ändern Sie das Beitragskonto entsprechend und senden Sie die schriftliche Bestätigung an die oben genannte Lieferadresse.',
  )
  expect(namedOrder(aenderung, 'contact').closing[0]).toBe(
    'Bitte ändern Sie das Beitragskonto entsprechend und bestätigen Sie mir die Änderung schriftlich.',
  )
})

test('files of the same field are numbered', () => {
  expect(namedOrder(abmeldung, 'mitbewohner').enclosures).toEqual([
    'Nachweis über Haupt- und Nebenwohnung (1 von 2)',
    'Nachweis über Haupt- und Nebenwohnung (2 von 2)',
    'Weitere Dokumente',
  ])
})

test('line breaks in a reason do not lengthen the letter', () => {
  const content = namedOrder(abmeldung, 'sonstige', { sonstigeGruende: `Ich${'\n'.repeat(300)}gehe.` })
  expect(rowsOf(content)).toContainEqual({ label: 'Begründung', value: 'Ich gehe.' })
})

test('fields that concern only the order are left out', () => {
  const steps = anmeldung.steps.map((step) => ({
    ...step,
    fields: step.fields.map((field) =>
      field.name === 'email' ? { ...field, orderOnly: true as const } : field,
    ),
  }))
  const { form } = orders.find((one) => one.funnel === anmeldung)!
  const content = letterOf({ ...anmeldung, steps }, valuesOf(anmeldung, form))
  expect(JSON.stringify(content)).not.toContain(valid.email)
})

test.each(['nachname', 'adresse', 'anmeldungZu', 'digitaleUnterschriftZustimmung'])(
  'there is no letter without %s',
  (name) => {
    const { form } = orders.find((one) => one.funnel === anmeldung)!
    const { [name]: _, ...values } = valuesOf(anmeldung, form)
    expect(
      letterContent({ funnel: anmeldung, values, orderNumber: 'FL-2026-0001', signedAt }),
    ).toBeUndefined()
  },
)
