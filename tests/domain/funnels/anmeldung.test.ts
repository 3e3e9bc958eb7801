import { describe, expect, test } from 'vitest'
import { checkForm, splitForm } from '#domain/check-form.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { fieldsOf } from '#domain/funnels/define-funnel.ts'
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

test('a full form passes as it is, with and without another holder, another dwelling, a direct debit', () => {
  expect(check(anmeldungForm)).toEqual({ answers: anmeldungForm, issues: [] })
  expect(changed(otherHolder)).toEqual({ answers: { ...anmeldungForm, ...otherHolder }, issues: [] })
  expect(changed({ wohnungsart: 'abweichende', abweichendeAdresse: adresse }).issues).toEqual([])
  expect(changed({ zahlungsart: 'ueberweisung' }).issues).toEqual([])
})

test('the steps, their order and their fields are those of the specification', () => {
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

describe('what is not shown is dropped, not rejected', () => {
  const hidden = { ...otherHolder, abweichendeAdresse: 'quatsch', iban: 'quatsch', vornameLastschrift: 7 }

  test('with a bank transfer the whole direct debit goes, consents included', () => {
    const { answers, issues } = changed({ ...hidden, zahlungsart: 'ueberweisung' })
    expect(issues).toEqual([])
    const { iban: _, abweichenderKontoinhaber: __, widerruf: ___, ...kept } = anmeldungForm
    expect(answers).toEqual({ ...kept, zahlungsart: 'ueberweisung' })
  })

  test('without another holder his data goes', () => {
    const { answers, issues } = changed({ ...otherHolder, abweichenderKontoinhaber: false })
    expect(issues).toEqual([])
    expect(answers).toEqual(anmeldungForm)
  })

  test('with the dwelling above the other address goes', () => {
    expect(changed({ abweichendeAdresse: adresse }).answers).toEqual(anmeldungForm)
  })

  test('a field hangs on kept answers only, not on what was sent', () => {
    const { answers } = changed({ ...otherHolder, zahlungsart: 'bar' })
    expect(Object.keys(answers)).not.toContain('abweichenderKontoAdresse')
    expect(Object.keys(answers)).not.toContain('kontoinhaberUnterschriftZustimmung')
  })
})

test('values are stored trimmed, composed and in one form', () => {
  const { answers, issues } = changed({
    vorname: '  Zoe\u0308  Maria ',
    iban: 'de89 3704 0044 0532 0130 00',
    beitragsnummer: '123 456 789',
    adresse: { ...adresse, ort: ' Berlin ', land: '' },
  })
  expect(issues).toEqual([])
  expect(answers).toMatchObject({
    vorname: 'Zo\u00eb Maria',
    iban: 'DE89370400440532013000',
    beitragsnummer: '123456789',
    adresse,
  })
})

test('facts hold closed choices and consents, everything else is personal', () => {
  const { answers } = changed({ ...otherHolder, serviceLevel: 'vip', beitragsnummer: '123456789' })
  const { facts, personal } = splitForm(anmeldung, answers)
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

test("'nächstmöglich' is the first of next month, and always within the window", () => {
  const { nextPossible, rule } = named('anmeldungZu')
  for (const [day, month] of [
    [{ year: 2026, month: 11, day: 20 }, '2026-12'],
    [{ year: 2026, month: 12, day: 31 }, '2027-01'],
    [{ year: 2030, month: 12, day: 1 }, '2031-01'],
  ] as const) {
    expect(nextPossible!.value(day)).toBe(month)
    expect(rule(day, {}).safeParse(month).success).toBe(true)
  }
})

test('the texts a visitor agrees to link to the legal pages and hold the SEPA mandate', () => {
  const links = fieldsOf(anmeldung).flatMap((field) => field.label.match(/\]\((\/[a-z]+)\)/g) ?? [])
  expect(links).toEqual(['](/datenschutz)', '](/agb)', '](/produktinformationen)', '](/widerrufsbelehrung)'])
  expect(named('widerruf').label).toMatch(/SEPA-Lastschriftmandat.*DE3000100000001272.*acht Wochen/)
  expect(named('frueherAuftragsbeginn').label).toMatch(/ausdrücklich.*Widerrufsrecht.*erlischt/)
})

test('the page neither asks the Beitragsnummer nor the service level', () => {
  const hidden = fieldsOf(anmeldung).filter((field) => field.control === 'hidden')
  expect(hidden.map((field) => field.name)).toEqual(['beitragsnummer', 'serviceLevel'])
})
