import { describe, expect, test } from 'vitest'
import { checkForm, splitForm } from '#domain/forms/check-form.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { fieldsOf } from '#domain/forms/define-funnel.ts'
import { namedField } from '#tests/domain/forms/named-field.ts'
import { anmeldungForm } from '#tests/build-events.ts'

const today = { year: 2026, month: 11, day: 20 }
const check = (form: Record<string, unknown>) => checkForm(anmeldung, form, today)
const changed = (over: Record<string, unknown>) => check({ ...anmeldungForm, ...over })
const named = (name: string) => fieldsOf(anmeldung).find((field) => field.name === name)!

const { adresse } = anmeldungForm
const otherHolder = {
  abweichenderKontoinhaber: true,
  vornameLastschrift: 'Şahin',
  nachnameLastschrift: 'O’Connor',
  abweichenderKontoAdresse: { ...adresse, ort: 'Bonn' },
  kontoinhaberUnterschriftZustimmung: true,
}

test('accepts a full form unchanged, with and without another holder, another dwelling and a direct debit', () => {
  expect(check(anmeldungForm)).toEqual({ values: anmeldungForm, issues: [] })
  expect(changed(otherHolder)).toEqual({ values: { ...anmeldungForm, ...otherHolder }, issues: [] })
  expect(changed({ wohnungsart: 'abweichende', abweichendeAdresse: adresse }).issues).toEqual([])
  expect(changed({ zahlungsart: 'ueberweisung' }).issues).toEqual([])
})

test('has the specified steps and fields in order', () => {
  expect(anmeldung.steps.map((step) => [step.name, step.fields.map((field) => field.name)])).toEqual([
    ['persoenliche-daten', ['anrede', 'vorname', 'nachname', 'geburtsdatum', 'beitragsnummer']],
    ['wohnungsdetails', ['adresse', 'anmeldungZu', 'naechstmoeglich', 'wohnungsart', 'abweichendeAdresse']],
    [
      'zahlungsdaten',
      [
        'email',
        'zahlungsrhythmus',
        'zahlungsart',
        'iban',
        'abweichenderKontoinhaber',
        'vornameLastschrift',
        'nachnameLastschrift',
        'abweichenderKontoAdresse',
      ],
    ],
    [
      'bestaetigung',
      [
        'firma',
        'unternehmer',
        'eigeneDaten',
        'datenschutz',
        'agbVerbraucher',
        'widerrufsrecht',
        'frueherAuftragsbeginn',
        'digitaleUnterschriftZustimmung',
        'widerruf',
        'kontoinhaberUnterschriftZustimmung',
        'serviceLevel',
      ],
    ],
  ])
})

describe('drops hidden fields instead of rejecting them:', () => {
  const hidden = { ...otherHolder, abweichendeAdresse: 'quatsch', iban: 'quatsch', vornameLastschrift: 7 }

  test('the direct debit and its consents with a bank transfer', () => {
    const { values, issues } = changed({ ...hidden, zahlungsart: 'ueberweisung' })
    expect(issues).toEqual([])
    const { iban: _, abweichenderKontoinhaber: __, widerruf: ___, ...kept } = anmeldungForm
    expect(values).toEqual({ ...kept, zahlungsart: 'ueberweisung' })
  })

  test('data of another holder if there is none', () => {
    const { values, issues } = changed({ ...otherHolder, abweichenderKontoinhaber: false })
    expect(issues).toEqual([])
    expect(values).toEqual(anmeldungForm)
  })

  test('the other address if the dwelling is the current address', () => {
    expect(changed({ abweichendeAdresse: adresse }).values).toEqual(anmeldungForm)
  })

  test('fields that depend on a dropped value', () => {
    const { values } = changed({ ...otherHolder, zahlungsart: 'bar' })
    expect(Object.keys(values)).not.toContain('abweichenderKontoAdresse')
    expect(Object.keys(values)).not.toContain('kontoinhaberUnterschriftZustimmung')
  })
})

test('stores values trimmed, composed and normalised', () => {
  const { values, issues } = changed({
    vorname: '  Zoe\u0308  Maria ',
    iban: 'de89 3704 0044 0532 0130 00',
    beitragsnummer: '123 456 789',
    adresse: { ...adresse, ort: ' Berlin ', land: '' },
  })
  expect(issues).toEqual([])
  expect(values).toMatchObject({
    vorname: 'Zo\u00eb Maria',
    iban: 'DE89370400440532013000',
    beitragsnummer: '123456789',
    adresse,
  })
})

test('stores only closed choices and consents as facts', () => {
  const { values } = changed({ ...otherHolder, serviceLevel: 'vip', beitragsnummer: '123456789' })
  const { facts, personal } = splitForm(anmeldung, values)
  expect(facts).toEqual({
    naechstmoeglich: true,
    wohnungsart: 'obige',
    zahlungsrhythmus: 'vierteljaehrlich',
    zahlungsart: 'lastschrift',
    abweichenderKontoinhaber: true,
    eigeneDaten: true,
    datenschutz: true,
    agbVerbraucher: true,
    widerrufsrecht: true,
    frueherAuftragsbeginn: true,
    digitaleUnterschriftZustimmung: true,
    widerruf: true,
    kontoinhaberUnterschriftZustimmung: true,
    serviceLevel: 'vip',
  })
  expect(Object.keys(personal)).toEqual([
    'anrede',
    'vorname',
    'nachname',
    'geburtsdatum',
    'beitragsnummer',
    'adresse',
    'anmeldungZu',
    'email',
    'iban',
    'vornameLastschrift',
    'nachnameLastschrift',
    'abweichenderKontoAdresse',
  ])
})

test("'nächstmöglich' is the next month, which is always accepted", () => {
  const { nextPossible, rule } = namedField(anmeldung, 'anmeldungZu', 'month')
  for (const [day, month] of [
    [{ year: 2026, month: 11, day: 20 }, '2026-12'],
    [{ year: 2026, month: 12, day: 31 }, '2027-01'],
    [{ year: 2030, month: 12, day: 1 }, '2031-01'],
  ] as const) {
    expect(nextPossible!.value(day)).toBe(month)
    expect(rule(day, {}).safeParse(month).success).toBe(true)
  }
})

test('consent texts link to the legal pages and contain the SEPA mandate', () => {
  const links = fieldsOf(anmeldung).flatMap((field) => field.label.match(/\]\((\/[a-z]+)\)/g) ?? [])
  expect(links).toEqual(['](/datenschutz)', '](/agb)', '](/produktinformationen)', '](/widerrufsbelehrung)'])
  expect(named('widerruf').label).toMatch(/SEPA-Lastschriftmandat.*DE3000100000001272.*acht Wochen/)
  expect(named('frueherAuftragsbeginn').label).toMatch(/ausdrücklich.*Widerrufsrecht.*erlischt/)
})

test('the page shows neither the Beitragsnummer nor the service level', () => {
  const hidden = fieldsOf(anmeldung).filter((field) => field.hidden)
  expect(hidden.map((field) => field.name)).toEqual(['beitragsnummer', 'serviceLevel'])
})
