import { type CalendarDate, monthFrom } from '#domain/time/berlin-time.ts'
import { files } from './valid-values.ts'
import type { Break } from './funnel-cases.ts'

// Each export lists all possible mistakes in one kind of field. `at` is the name of the field. `missing` is the
// expected message for an empty field.

const nameMessage = 'Name muss mindestens 2 Zeichen haben und darf nur Buchstaben enthalten'

export const name = (at: string, missing: string): Break[] => [
  [at, '  ', 'required', missing],
  [at, 'A', 'tooShort', nameMessage],
  [at, 'Anna1', 'format', nameMessage],
  [at, 'A'.repeat(101), 'tooLong', 'Name darf höchstens 100 Zeichen haben'],
]

export const ownName = (first: string, last: string): Break[] => [
  ...name(first, 'Bitte geben Sie Ihren Vornamen ein'),
  ...name(last, 'Bitte geben Sie Ihren Nachnamen ein'),
]

const salutationMessage = 'Bitte wählen Sie eine Anrede'

export const salutation = (at: string): Break[] => [
  [at, '', 'required', salutationMessage],
  ...optionalSalutation(at),
]
export const optionalSalutation = (at: string): Break[] => [[at, 'divers', 'format', salutationMessage]]

const noDay = 'Bitte geben Sie ein gültiges Geburtsdatum im Format TT.MM.JJJJ ein'

export const birthDate = (
  at: string,
  today: CalendarDate,
  missing = 'Geburtsdatum ist erforderlich',
): Break[] => [
  [at, '', 'required', missing],
  [at, '1990-02-30', 'format', noDay],
  [at, '-05-17', 'format', 'Jahr muss genau 4 Ziffern haben (z.B. 1990)'],
  [at, '90-05-17', 'format', 'Jahr muss genau 4 Ziffern haben (aktuell: 2 Ziffern)'],
  [at, '1899-12-31', 'tooEarly', 'Geburtsjahr kann nicht vor 1900 liegen'],
  [at, `${today.year + 1}-01-01`, 'tooLate', 'Geburtsjahr kann nicht in der Zukunft liegen'],
]

export const adultBirthDate = (at: string, today: CalendarDate): Break[] => [
  ...birthDate(at, today),
  [at, `${today.year - 17}-01-01`, 'tooYoung', 'Sie müssen mindestens 18 Jahre alt sein'],
]

const digits = 'Beitragsnummer muss genau 9 Ziffern enthalten'

export const optionalBeitragsnummer = (at: string): Break[] => [
  [at, '12345678', 'tooShort', digits],
  [at, '1234567890', 'tooLong', digits],
  [at, '12345678x', 'format', digits],
]
export const beitragsnummer = (at: string): Break[] => [
  [at, '', 'required', 'Beitragsnummer ist erforderlich'],
  ...optionalBeitragsnummer(at),
]

const noAddress = 'Bitte geben Sie eine vollständige Adresse ein'
const lacking = (parts: string) => `Bitte vervollständigen Sie die Adresse: ${parts} fehlt`

const allParts = 'Straße, PLZ (5 Ziffern), Ort (mind. 2 Zeichen), Hausnummer'

/** Mistakes in the parts of any address. */
const addressParts = (at: string): Break[] => [
  [at, 'Hauptstraße 1', 'format', noAddress],
  ...['strasse', 'hausnummer', 'plz', 'ort', 'land'].map((part): Break => [
    `${at}.${part}`,
    7,
    'format',
    noAddress,
  ]),
  [`${at}.strasse`, '', 'incomplete', lacking('Straße')],
  [`${at}.strasse`, 'A'.repeat(101), 'tooLong', 'Straße darf höchstens 100 Zeichen haben'],
  [`${at}.hausnummer`, '', 'incomplete', lacking('Hausnummer')],
  [`${at}.hausnummer`, 'a', 'format', 'Hausnummer muss eine Ziffer enthalten, zum Beispiel 12a'],
  [`${at}.hausnummer`, '12345678901', 'tooLong', 'Hausnummer darf höchstens 10 Zeichen haben'],
  [`${at}.ort`, 'B', 'incomplete', lacking('Ort (mind. 2 Zeichen)')],
  [`${at}.ort`, 'B'.repeat(101), 'tooLong', 'Ort darf höchstens 100 Zeichen haben'],
]

/** Returns one mistake per part of an address of which no part is entered. */
const notBegun = (at: string, parts: readonly string[], message: string): Break[] =>
  parts.map((part): Break => [at, undefined, 'incomplete', message, `${at}.${part}`])

export const addressAbroad = (at: string): Break[] => [
  ...notBegun(
    at,
    ['land', 'strasse', 'hausnummer', 'ort'],
    lacking('Land, Straße, Ort (mind. 2 Zeichen), Hausnummer'),
  ),
  ...addressParts(at),
  [`${at}.land`, '', 'incomplete', lacking('Land')],
  [`${at}.land`, '?', 'format', 'Bitte geben Sie ein gültiges Land ein'],
  [`${at}.plz`, '', 'incomplete', lacking('PLZ')],
  [`${at}.plz`, '1'.repeat(13), 'tooLong', 'PLZ darf höchstens 12 Zeichen haben'],
]

/** Returns the mistakes in a German address. `message` is the expected one if no part of the address is entered. */
export const address = (at: string, message = lacking(allParts)): Break[] => [
  ...notBegun(at, ['strasse', 'hausnummer', 'plz', 'ort'], message),
  ...addressParts(at),
  [`${at}.plz`, '1011', 'incomplete', lacking('PLZ (5 Ziffern)')],
  [`${at}.land`, 'Österreich', 'format', 'Bitte geben Sie eine Adresse in Deutschland ein'],
]

const noEmail = 'Bitte geben Sie eine gültige E-Mail-Adresse ein'

export const email = (at = 'email'): Break[] => [
  [at, '', 'required', 'E-Mail-Adresse ist erforderlich'],
  [at, 'lucja', 'format', noEmail],
  [at, 'a@b.c', 'tooShort', noEmail],
  [at, `${'a'.repeat(250)}@b.de`, 'tooLong', noEmail],
]

const wrongIban = 'IBAN ungültig - bitte überprüfen'
const wrongGermanIban = 'Bitte geben Sie eine gültige deutsche IBAN ein'

export const optionalIban = (at: string): Break[] => [
  [at, 'DE8937040044053201300', 'tooShort', wrongGermanIban],
  [at, 'DE893704004405320130001', 'tooLong', wrongGermanIban],
  [at, 'DE8937040044053201300O', 'format', wrongGermanIban],
  [at, 'DE88370400440532013000', 'checksum', wrongIban],
  [at, 'AT61190430023457320', 'tooShort', wrongIban],
  [at, 'TR330006100519786457841326', 'format', wrongIban],
]
export const iban = (at: string): Break[] => [
  [at, '', 'required', 'IBAN ist erforderlich'],
  ...optionalIban(at),
]

/**
 * Returns the mistakes in a field that accepts months from six months in the past to `ahead` months in the future.
 * `missing` replaces the default message for an empty field.
 */
export function month(
  at: string,
  {
    subject,
    ahead,
    today,
    missing,
  }: { subject: string; ahead: number; today: CalendarDate; missing?: string },
): Break[] {
  const years = `Jahr muss zwischen 2024 und ${Math.max(2030, today.year + 1)} liegen`
  return [
    [at, '', 'required', missing ?? `${subject} ist erforderlich`],
    [at, '12.2026', 'format', 'Bitte geben Sie ein gültiges Datum im Format MM.JJJJ ein'],
    [at, '2026-13', 'format', 'Monat muss zwischen 01 und 12 liegen'],
    [at, '2023-12', 'tooEarly', years],
    [at, monthFrom(today, -7), 'tooEarly', 'Datum kann maximal 6 Monate in der Vergangenheit liegen'],
    [at, '2999-01', 'tooLate', years],
    [
      at,
      monthFrom(today, ahead + 1),
      'tooLate',
      `${subject} kann maximal ${ahead} Monate in die Zukunft liegen`,
    ],
    ['naechstmoeglich', 'ja', 'format', 'Bitte setzen Sie den Haken oder lassen Sie ihn weg'],
  ]
}

export const choice = (at: string, missing: string): Break[] => [
  [at, '', 'required', missing],
  [at, 'anders', 'format', missing],
]

export const checkbox = (at: string): Break[] => [
  [at, 'ja', 'format', 'Bitte setzen Sie den Haken oder lassen Sie ihn weg'],
]

export const optionalProof = (at: string): Break[] => [
  [at, [...files(2), ...files(1)], 'files', 'Sie können maximal 2 Dateien hochladen.'],
  [at, ['vertrag.pdf'], 'files', 'Ungültige Datei übergeben'],
  [at, 'vertrag.pdf', 'format', 'Ungültige Datei übergeben'],
]
export const proof = (at: string): Break[] => [
  [at, [], 'required', 'Bitte laden Sie mindestens eine Datei hoch'],
  ...optionalProof(at),
]

export const accountHolder = (today: CalendarDate): Break[] => [
  ...salutation('anrede'),
  ...ownName('vorname', 'nachname'),
  ...birthDate('geburtsdatum', today),
  ...address('adresse'),
  ...beitragsnummer('beitragsnummer'),
]

export const way = choice('zahlungsweise', 'Bitte wählen Sie, ob Sie die Zahlungsart ändern möchten')

/** Mistakes in the payment fields if the fee is debited from another person's account. */
export const debitOfOther: Break[] = [
  ...choice('zahlungsrhythmus', 'Bitte wählen Sie einen Zahlungsrhythmus'),
  ...choice('zahlungsart', 'Bitte wählen Sie eine Zahlungsart'),
  ...iban('iban'),
  ...checkbox('abweichenderKontoinhaber'),
  ...name('vornameLastschrift', 'Bitte geben Sie den Vornamen des Kontoinhabers ein'),
  ...name('nachnameLastschrift', 'Bitte geben Sie den Nachnamen des Kontoinhabers ein'),
  ...address('abweichenderKontoAdresse'),
  ...consent('widerruf', 'Sie müssen dem SEPA-Lastschriftmandat zustimmen'),
  ...consent('kontoinhaberUnterschriftZustimmung', 'Sie müssen der Kontoinhaber-Unterschrift zustimmen'),
]

function consent(at: string, missing: string): Break[] {
  return [
    [at, undefined, 'required', missing],
    [at, false, 'required', missing],
    [at, 'ja', 'format', missing],
  ]
}

const company: Break[] = [
  ['firma', ' & ', 'format', 'Bitte geben Sie den Namen Ihrer Firma ein'],
  ['firma', 'A'.repeat(101), 'tooLong', 'Firma darf höchstens 100 Zeichen haben'],
]

/** Mistakes in a business order. It needs no consents about the right of withdrawal. */
export const business: Break[] = [
  ...company,
  ['agbVerbraucher', undefined, 'required', 'Sie müssen den AGB zustimmen'],
  // Without the box, the order is a consumer's and lacks the consents.
  ['unternehmer', undefined, 'required', 'Sie müssen dem Widerrufsrecht zustimmen', 'widerrufsrecht'],
  [
    'unternehmer',
    false,
    'required',
    'Sie müssen dem frühen Auftragsbeginn zustimmen',
    'frueherAuftragsbeginn',
  ],
]

/** Mistakes in the choice of the service level and in the consents that every order requires. */
export const agreement: Break[] = [
  ...consent('eigeneDaten', 'Sie müssen bestätigen, dass es sich um Ihre eigenen Daten handelt'),
  ...consent('datenschutz', 'Sie müssen der Datenschutzerklärung zustimmen'),
  ...consent('agbVerbraucher', 'Sie müssen den AGB und Verbraucherinformationen zustimmen'),
  ...consent('widerrufsrecht', 'Sie müssen dem Widerrufsrecht zustimmen'),
  ...consent('frueherAuftragsbeginn', 'Sie müssen dem frühen Auftragsbeginn zustimmen'),
  ...consent('digitaleUnterschriftZustimmung', 'Sie müssen der digitalen Unterschrift zustimmen'),
  ...company,
  ...checkbox('unternehmer'),
  ['serviceLevel', 'gold', 'format', 'Bitte wählen Sie eine Servicestufe'],
]
