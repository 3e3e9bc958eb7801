import { describe, expect, test } from 'vitest'
import { type FormIssue, checkForm, splitForm } from '#domain/check-form.ts'
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
const fehlt = (parts: string) => `Bitte vervollständigen Sie die Adresse: ${parts} fehlt`
const allParts = 'Straße, PLZ (5 Ziffern), Ort (mind. 2 Zeichen), Hausnummer'

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

const tooLongName = 'Name darf höchstens 100 Zeichen haben'
const name = 'Name muss mindestens 2 Zeichen haben und darf nur Buchstaben enthalten'
const noEmail = 'Bitte geben Sie eine gültige E-Mail-Adresse ein'
const noDay = 'Bitte geben Sie ein gültiges Geburtsdatum im Format TT.MM.JJJJ ein'
const noMonth = 'Bitte geben Sie ein gültiges Datum im Format MM.JJJJ ein'
const years = 'Jahr muss zwischen 2024 und 2030 liegen'
const german = 'Bitte geben Sie eine gültige deutsche IBAN ein'

const messages: [step: number, field: string, value: unknown, rule: FormIssue['rule'], message: string][] = [
  [1, 'anrede', '', 'required', 'Bitte wählen Sie eine Anrede'],
  [1, 'anrede', 'divers', 'format', 'Bitte wählen Sie eine Anrede'],
  [1, 'vorname', '  ', 'required', 'Bitte geben Sie Ihren Vornamen ein'],
  [1, 'vorname', 'A', 'tooShort', name],
  [1, 'vorname', 'Anna1', 'format', name],
  [1, 'vorname', 'A'.repeat(101), 'tooLong', tooLongName],
  [1, 'nachname', null, 'required', 'Bitte geben Sie Ihren Nachnamen ein'],
  [1, 'nachname', 'M4ier', 'format', name],
  [1, 'geburtsdatum', '', 'required', 'Geburtsdatum ist erforderlich'],
  [1, 'geburtsdatum', '1990-02-30', 'format', noDay],
  [1, 'geburtsdatum', '-05-17', 'format', 'Jahr muss genau 4 Ziffern haben (z.B. 1990)'],
  [1, 'geburtsdatum', '90-05-17', 'format', 'Jahr muss genau 4 Ziffern haben (aktuell: 2 Ziffern)'],
  [1, 'geburtsdatum', '2008-11-21', 'tooYoung', 'Sie müssen mindestens 18 Jahre alt sein'],
  [1, 'geburtsdatum', '1899-12-31', 'tooEarly', 'Geburtsjahr kann nicht vor 1900 liegen'],
  [1, 'geburtsdatum', '2027-01-01', 'tooLate', 'Geburtsjahr kann nicht in der Zukunft liegen'],
  [1, 'geburtsdatum', '2026-11-21', 'tooLate', 'Geburtsdatum kann nicht in der Zukunft liegen'],
  [1, 'beitragsnummer', '12345', 'tooShort', 'Beitragsnummer muss genau 9 Ziffern enthalten'],
  [2, 'adresse', 'Hauptstraße 1', 'format', 'Bitte geben Sie eine vollständige Adresse ein'],
  [2, 'anmeldungZu', '', 'required', 'Anmeldedatum ist erforderlich'],
  [2, 'anmeldungZu', '12.2026', 'format', noMonth],
  [2, 'anmeldungZu', '2026-13', 'format', 'Monat muss zwischen 01 und 12 liegen'],
  [2, 'anmeldungZu', '2023-12', 'tooEarly', years],
  [2, 'anmeldungZu', '2031-01', 'tooLate', years],
  [2, 'anmeldungZu', '2026-04', 'tooEarly', 'Datum kann maximal 6 Monate in der Vergangenheit liegen'],
  [2, 'anmeldungZu', '2027-06', 'tooLate', 'Anmeldedatum kann maximal 6 Monate in die Zukunft liegen'],
  [2, 'wohnungsart', '', 'required', 'Bitte wählen Sie, welche Wohnung Sie anmelden möchten'],
  [3, 'email', '', 'required', 'E-Mail-Adresse ist erforderlich'],
  [3, 'email', 'lucja', 'format', noEmail],
  [3, 'email', 'a@b.c', 'tooShort', noEmail],
  [3, 'email', `${'a'.repeat(250)}@b.de`, 'tooLong', noEmail],
  [3, 'zahlungsrhythmus', '', 'required', 'Bitte wählen Sie einen Zahlungsrhythmus'],
  [3, 'zahlungsart', '', 'required', 'Bitte wählen Sie eine Zahlungsart'],
  [3, 'iban', '', 'required', 'IBAN ist erforderlich'],
  [3, 'iban', 'DE8937040044053201300', 'tooShort', german],
  [3, 'iban', 'DE893704004405320130001', 'tooLong', german],
  [3, 'iban', 'DE8937040044053201300O', 'format', german],
  [3, 'iban', 'DE88370400440532013000', 'checksum', 'IBAN ungültig - bitte überprüfen'],
  [3, 'iban', 'AT61190430023457320', 'tooShort', 'IBAN ungültig - bitte überprüfen'],
  [4, 'eigeneDaten', false, 'required', 'Sie müssen bestätigen, dass es sich um Ihre eigenen Daten handelt'],
  [4, 'datenschutz', false, 'required', 'Sie müssen der Datenschutzerklärung zustimmen'],
  [4, 'agbVerbraucher', false, 'required', 'Sie müssen den AGB und Verbraucherinformationen zustimmen'],
  [4, 'widerrufsrecht', false, 'required', 'Sie müssen dem Widerrufsrecht zustimmen'],
  [4, 'frueherAuftragsbeginn', false, 'required', 'Sie müssen dem frühen Auftragsbeginn zustimmen'],
  [4, 'digitaleUnterschriftZustimmung', false, 'required', 'Sie müssen der digitalen Unterschrift zustimmen'],
  [4, 'widerruf', false, 'required', 'Sie müssen dem SEPA-Lastschriftmandat zustimmen'],
  [4, 'serviceLevel', 'gold', 'format', 'Bitte wählen Sie eine Servicestufe'],
]
const holderMessages: typeof messages = [
  [3, 'vornameLastschrift', '', 'required', 'Bitte geben Sie den Vornamen des Kontoinhabers ein'],
  [3, 'nachnameLastschrift', '', 'required', 'Bitte geben Sie den Nachnamen des Kontoinhabers ein'],
  [3, 'nachnameLastschrift', '?!', 'format', name],
  [
    4,
    'kontoinhaberUnterschriftZustimmung',
    false,
    'required',
    'Sie müssen der Kontoinhaber-Unterschrift zustimmen',
  ],
]

/** Every message of the specification (part 1, 5 and 8) for a field, with what keeps this funnel from showing it. */
const specified: [message: string, whyNot?: string][] = [
  ['Beitragsnummer ist erforderlich', 'the number is optional here, and never asked by the page'],
  ['Beitragsnummer muss genau 9 Ziffern enthalten'],
  ['IBAN ist erforderlich'],
  ['Bitte geben Sie eine gültige deutsche IBAN ein'],
  ['IBAN ungültig - bitte überprüfen'],
  ['Fehler bei der IBAN-Prüfung (API nicht erreichbar)', 'a lookup never blocks (DESIGN 10.6)'],
  ['E-Mail-Adresse ist erforderlich'],
  ['Bitte geben Sie eine gültige E-Mail-Adresse ein'],
  ['Bitte wählen Sie eine Anrede'],
  ['Name muss mindestens 2 Zeichen haben und darf nur Buchstaben enthalten'],
  ['Bitte geben Sie einen Abmeldegrund mit maximal 400 Zeichen ein', 'only a deregistration has a reason'],
  ['Bitte geben Sie eine vollständige Adresse ein'],
  ['Datum darf nicht in der Vergangenheit liegen', 'the window of 6 months back binds (DESIGN 10.2)'],
  ['Bitte geben Sie ein gültiges Datum im Format MM.JJJJ ein'],
  ['Datum kann maximal 6 Monate in der Vergangenheit liegen'],
  ['Abmeldedatum kann maximal 3 Monate in die Zukunft liegen', 'the date here is the Anmeldedatum'],
  ['Anmeldedatum kann maximal 6 Monate in die Zukunft liegen'],
  ['Jahr muss zwischen 2024 und 2030 liegen'],
  ['Monat muss zwischen 01 und 12 liegen'],
  ['Abmeldedatum ist erforderlich', 'the date here is the Anmeldedatum'],
  ['Anmeldedatum ist erforderlich'],
  ['Jahr muss genau 4 Ziffern haben (z.B. 1990)'],
  ['Jahr muss genau 4 Ziffern haben (aktuell: 2 Ziffern)'],
  ['Jahr kann nicht vor 1900 liegen', 'a birth year has a message of its own'],
  ['Jahr kann nicht nach 2026 liegen', 'a birth year has a message of its own'],
  ['Sie müssen mindestens 18 Jahre alt sein'],
  ['Geburtsjahr kann nicht vor 1900 liegen'],
  ['Geburtsjahr kann nicht in der Zukunft liegen'],
  ['Geburtsdatum ist erforderlich'],
  ['Bitte laden Sie mindestens eine Datei hoch', 'this funnel has no uploads'],
  ['Bitte laden Sie mindestens einen gültigen Nachweis hoch.', 'this funnel has no uploads'],
  ['Sie können maximal 2 Dateien hochladen.', 'this funnel has no uploads'],
  ['Ungültige Datei übergeben', 'this funnel has no uploads'],
  ['Fehler beim Lesen der Datei', 'this funnel has no uploads'],
  ['Dieses Feld ist erforderlich', 'every required field has a message of its own'],
  ['Diese Felder sind erforderlich', 'every required field has a message of its own'],
  ['Sie müssen bestätigen, dass es sich um Ihre eigenen Daten handelt'],
  ['Sie müssen der Datenschutzerklärung zustimmen'],
  ['Sie müssen den AGB und Verbraucherinformationen zustimmen'],
  ['Sie müssen dem Widerrufsrecht zustimmen'],
  ['Sie müssen dem frühen Auftragsbeginn zustimmen'],
  ['Sie müssen der digitalen Unterschrift zustimmen'],
  ['Sie müssen dem SEPA-Lastschriftmandat zustimmen'],
  ['Sie müssen der Kontoinhaber-Unterschrift zustimmen'],
]

describe('every message a visitor can get', () => {
  test.each(messages)('step %i: %s %j is %s', (step, field, value, rule, message) => {
    const { issues } = changed({ [field]: value })
    expect(issues.filter((issue) => issue.field === field)).toEqual([{ step, field, rule, message }])
    if (field !== 'zahlungsart') expect(issues).toHaveLength(1)
  })

  test.each(holderMessages)(
    'step %i, with another holder: %s %j is %s',
    (step, field, value, rule, message) => {
      const { issues } = changed({ ...otherHolder, [field]: value })
      expect(issues).toEqual([{ step, field, rule, message }])
    },
  )

  test.each([
    ['adresse', 2, {}],
    ['abweichendeAdresse', 2, { wohnungsart: 'abweichende' }],
    ['abweichenderKontoAdresse', 3, otherHolder],
  ])('%s is asked part by part', (field, step, over) => {
    const parts = ['strasse', 'hausnummer', 'plz', 'ort']
    for (const empty of [undefined, null, {}, '', { land: 'Deutschland' }])
      expect(changed({ ...over, [field]: empty }).issues).toEqual(
        parts.map((part) => ({
          step,
          field: `${field}.${part}`,
          rule: 'incomplete',
          message: fehlt(allParts),
        })),
      )
    expect(changed({ ...over, [field]: { ...adresse, plz: '1011' } }).issues).toEqual([
      { step, field: `${field}.plz`, rule: 'incomplete', message: fehlt('PLZ (5 Ziffern)') },
    ])
  })

  test.each(specified)(
    'of the specification is in one of these tables, or has a reason: %s',
    (message, whyNot) => {
      const shown = [...messages, ...holderMessages].some((row) => row[4] === message)
      expect(shown).toBe(whyNot === undefined)
    },
  )
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
