import { type CalendarDate, monthFrom } from '#domain/time/berlin-time.ts'

// Field values that several orders use. Many are unusual values that the rules must accept, for example names with
// special letters.

export const person = {
  anrede: 'frau',
  vorname: 'Łucja',
  nachname: 'Müller-Lüdenscheidt',
  geburtsdatum: '1990-05-17',
}

export const home = {
  strasse: 'Hauptstraße',
  hausnummer: '12a',
  plz: '10115',
  ort: 'Berlin',
  land: 'Deutschland',
}
export const elsewhere = {
  ...home,
  strasse: 'Straße des 17. Juni',
  hausnummer: '1-3',
  plz: '01067',
  ort: 'Au',
}
export const abroad = {
  strasse: 'Rue de l’Église',
  hausnummer: '7 bis',
  plz: 'L-2345',
  ort: 'Luxemburg',
  land: 'Luxemburg',
}

export const accountHolder = { ...person, adresse: home, beitragsnummer: '123456789' }

/** Returns the date of birth of a child. A registration (`anmeldung`) refuses it; the other forms accept it. */
export const ofChild = (today: CalendarDate) => `${today.year - 9}-05-17`

export const email = 'lucja@example.org'

export const nextMonth = (today: CalendarDate) => monthFrom(today, 1)

export const german = 'DE89370400440532013000'
export const austrian = 'AT611904300234573201'

export const transfer = { zahlungsrhythmus: 'gesetzlich', zahlungsart: 'ueberweisung' }
export const debit = {
  zahlungsrhythmus: 'vierteljaehrlich',
  zahlungsart: 'lastschrift',
  iban: german,
  abweichenderKontoinhaber: false,
  widerruf: true,
}
export const debitOfOther = {
  ...debit,
  zahlungsrhythmus: 'jaehrlich',
  iban: austrian,
  abweichenderKontoinhaber: true,
  vornameLastschrift: 'Şahin',
  nachnameLastschrift: 'O’Connor',
  abweichenderKontoAdresse: elsewhere,
  kontoinhaberUnterschriftZustimmung: true,
}

export const consents = {
  eigeneDaten: true,
  datenschutz: true,
  agbVerbraucher: true,
  widerrufsrecht: true,
  frueherAuftragsbeginn: true,
  digitaleUnterschriftZustimmung: true,
}

/**
 * Values of a business order, which has no right of withdrawal. They replace values of `consents`: a business order is
 * valid without the consents about the right of withdrawal.
 */
export const business = {
  firma: 'Łódź & Söhne GmbH & Co. KG',
  unternehmer: true,
  widerrufsrecht: '',
  frueherAuftragsbeginn: '',
}

/** A company on the invoice of a private order, which has the right of withdrawal. */
export const privateBuyer = { firma: 'Bäckerei 1889', unternehmer: false }

/** Returns `count` upload ids. Tests that place orders replace them with the ids of existing uploads. */
export const files = (count: 1 | 2) =>
  ['0198f3c2-7f2a-7c11-9a4e-6f1f3b1c2d3e', '0198f3c2-7f2a-7c11-9a4e-6f1f3b1c2d3f'].slice(0, count)
