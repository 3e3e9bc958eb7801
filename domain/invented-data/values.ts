import { type Random, between, pick } from './chance.ts'

// Invented people for the demo, the load test and the benchmark. No real person's data is used: the IBANs are examples
// from textbooks. This module and chance.ts import nothing else, because k6 can load neither packages nor import
// aliases.

/** First names with the matching salutation. Some names contain characters outside ASCII. */
export const firstNames = [
  { anrede: 'frau', vorname: 'Erika' },
  { anrede: 'herr', vorname: 'Max' },
  { anrede: 'frau', vorname: 'Łucja' },
  { anrede: 'herr', vorname: 'Mehmet' },
  { anrede: 'frau', vorname: 'Siobhán' },
  { anrede: 'herr', vorname: 'Jean-Luc' },
  { anrede: 'frau', vorname: 'Anna Lena' },
  { anrede: 'herr', vorname: 'Jürgen' },
] as const

export const lastNames = [
  'Mustermann',
  'Beispiel',
  'Müller-Lüdenscheidt',
  'Şahin',
  'O’Connor',
  'Groß',
  'von der Heide',
] as const

const streets = ['Musterstraße', 'Beispielweg', 'Am Probeplatz', 'Straße des 17. Juni'] as const

const towns = [
  { plz: '10115', ort: 'Berlin' },
  { plz: '20095', ort: 'Hamburg' },
  { plz: '50667', ort: 'Köln' },
  { plz: '01067', ort: 'Dresden' },
  { plz: '79098', ort: 'Freiburg im Breisgau' },
] as const

export const ibans = [
  'DE89370400440532013000',
  'DE75512108001245126199',
  'AT611904300234573201',
  'NL91ABNA0417164300',
] as const

/** Returns the birth date of an adult. */
export function inventBirthDate(random: Random): string {
  const [month, day] = [between(random, 1, 12), between(random, 1, 28)].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${between(random, 1948, 2004)}-${month}-${day}`
}

export function inventAddress(random: Random) {
  const hausnummer = `${between(random, 1, 250)}${pick(random, ['', '', 'a', ' b'])}`
  return { strasse: pick(random, streets), hausnummer, ...pick(random, towns), land: 'Deutschland' }
}

export function inventBeitragsnummer(random: Random): string {
  return `${between(random, 100_000_000, 999_999_999)}`
}
