import { expect, test } from 'vitest'
import { noValidProof } from '#domain/forms/rules/files.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'

const returned = new Set(
  allCases({ year: 2026, month: 11, day: 20 }).flatMap(({ broken }) => broken.map(({ message }) => message)),
)

/**
 * All messages of the specification that are about fields. If no rule returns the message, `whyNot` states the reason.
 */
test.each<[message: string, whyNot?: string]>([
  ['Beitragsnummer ist erforderlich'],
  ['Beitragsnummer muss genau 9 Ziffern enthalten'],
  ['IBAN ist erforderlich'],
  ['Bitte geben Sie eine gültige deutsche IBAN ein'],
  ['IBAN ungültig - bitte überprüfen'],
  ['Fehler bei der IBAN-Prüfung (API nicht erreichbar)', 'a failed lookup never blocks'],
  ['E-Mail-Adresse ist erforderlich'],
  ['Bitte geben Sie eine gültige E-Mail-Adresse ein'],
  ['Bitte wählen Sie eine Anrede'],
  ['Name muss mindestens 2 Zeichen haben und darf nur Buchstaben enthalten'],
  ['Bitte geben Sie einen Abmeldegrund mit maximal 400 Zeichen ein'],
  [
    'Bitte vervollständigen Sie die Adresse: Straße, PLZ (5 Ziffern), Ort (mind. 2 Zeichen), Hausnummer fehlt',
  ],
  ['Bitte vervollständigen Sie die Adresse: PLZ (5 Ziffern) fehlt'],
  ['Bitte geben Sie eine vollständige Adresse ein'],
  ['Datum darf nicht in der Vergangenheit liegen', 'months up to 6 months in the past are accepted'],
  ['Bitte geben Sie ein gültiges Datum im Format MM.JJJJ ein'],
  ['Datum kann maximal 6 Monate in der Vergangenheit liegen'],
  ['Abmeldedatum kann maximal 3 Monate in die Zukunft liegen'],
  ['Anmeldedatum kann maximal 6 Monate in die Zukunft liegen'],
  ['Inkrafttretensdatum kann maximal 3 Monate in die Zukunft liegen'],
  ['Jahr muss zwischen 2024 und 2030 liegen'],
  ['Monat muss zwischen 01 und 12 liegen'],
  ['Abmeldedatum ist erforderlich'],
  ['Anmeldedatum ist erforderlich'],
  ['Jahr muss genau 4 Ziffern haben (z.B. 1990)'],
  ['Jahr muss genau 4 Ziffern haben (aktuell: 2 Ziffern)'],
  ['Jahr kann nicht vor 1900 liegen', 'birth years have a separate message'],
  ['Jahr kann nicht nach 2026 liegen', 'birth years have a separate message'],
  ['Sie müssen mindestens 18 Jahre alt sein'],
  ['Geburtsjahr kann nicht vor 1900 liegen'],
  ['Geburtsjahr kann nicht in der Zukunft liegen'],
  ['Geburtsdatum ist erforderlich'],
  ['Bitte laden Sie mindestens eine Datei hoch'],
  [noValidProof, 'shown by the file field if no chosen file is accepted'],
  ['Sie können maximal 2 Dateien hochladen.'],
  ['Ungültige Datei übergeben'],
  ['Fehler beim Lesen der Datei', 'shown by the file field'],
  ['Dieses Feld ist erforderlich', 'every required field has a separate message'],
  ['Diese Felder sind erforderlich', 'every required field has a separate message'],
  ['Sie müssen bestätigen, dass es sich um Ihre eigenen Daten handelt'],
  ['Sie müssen der Datenschutzerklärung zustimmen'],
  ['Sie müssen den AGB und Verbraucherinformationen zustimmen'],
  ['Sie müssen dem Widerrufsrecht zustimmen'],
  ['Sie müssen dem frühen Auftragsbeginn zustimmen'],
  ['Sie müssen der digitalen Unterschrift zustimmen'],
  ['Sie müssen dem SEPA-Lastschriftmandat zustimmen'],
  ['Sie müssen der Kontoinhaber-Unterschrift zustimmen'],
  ['Bitte wählen Sie eine Änderung aus'],
  ['Bitte geben Sie das Inkrafttretensdatum an'],
  ['Bitte geben Sie Ihren Vornamen ein'],
  ['Bitte geben Sie Ihren Nachnamen ein'],
  ['Bitte geben Sie eine vollständige neue Adresse ein'],
  ['Bitte geben Sie Ihr Geburtsdatum ein'],
  ['Bitte geben Sie eine vollständige neue Anschrift ein'],
])('%s', (message, whyNot) => {
  expect(returned.has(message)).toBe(whyNot === undefined)
})

test('all messages are German and none is from the validation library', () => {
  for (const message of returned) expect(message).not.toMatch(/invalid|expected|unrecognized|required/i)
})
