// What does a person write into the four steps of the registration funnel?
import { type World, between, happens, hex, pick } from './chance.ts'

export type Form = Record<string, unknown>

const people = [
  { anrede: 'frau', vorname: 'Łucja', nachname: 'Müller-Lüdenscheidt' },
  { anrede: 'herr', vorname: 'Mehmet', nachname: 'Şahin' },
  { anrede: 'frau', vorname: 'Siobhán', nachname: 'O’Connor' },
  { anrede: 'herr', vorname: 'Jean-Luc', nachname: 'Groß' },
  { anrede: 'frau', vorname: 'Anna Lena', nachname: 'von der Heide' },
]

const places = [
  { strasse: 'Hauptstraße', plz: '10115', ort: 'Berlin' },
  { strasse: 'Am Kirchplatz', plz: '79098', ort: 'Freiburg im Breisgau' },
  { strasse: 'Straße des 17. Juni', plz: '01067', ort: 'Dresden' },
  { strasse: 'Königsallee', plz: '40212', ort: 'Düsseldorf' },
]

const ibans = [
  'DE89370400440532013000',
  'DE75512108001245126199',
  'AT611904300234573201',
  'NL91ABNA0417164300',
]
const rhythms = ['gesetzlich', 'vierteljaehrlich', 'halbjaehrlich', 'jaehrlich']

/** Valid answers of one person, step by step. */
export function answersOf(world: World): readonly [Form, Form, Form, Form] {
  const person = pick(world, people)
  const payment = paymentOf(world)
  return [
    { ...person, geburtsdatum: birthDate(world) },
    dwellingOf(world),
    // Everybody has an address of their own, so that no two visitors look like one.
    { email: `besuch-${hex(world, 12)}@example.org`, ...payment },
    consentsFor(payment),
  ]
}

function birthDate(world: World): string {
  const month = String(between(world, 1, 12)).padStart(2, '0')
  return `${between(world, 1950, 2000)}-${month}-${String(between(world, 1, 28)).padStart(2, '0')}`
}

function address(world: World): Form {
  const letter = pick(world, ['', '', 'a', ' b'])
  return { ...pick(world, places), hausnummer: `${between(world, 1, 250)}${letter}`, land: 'Deutschland' }
}

function dwellingOf(world: World): Form {
  const soon = happens(world, 0.4)
  const form = {
    adresse: address(world),
    anmeldungZu: monthFromNow(world, soon ? 1 : between(world, -4, 4)),
    naechstmoeglich: soon,
  }
  return happens(world, 0.2)
    ? { ...form, wohnungsart: 'abweichende', abweichendeAdresse: address(world) }
    : { ...form, wohnungsart: 'obige' }
}

/** Well within the six months that the funnel allows, so that no month's end and no time zone matters. */
function monthFromNow({ now }: World, months: number): string {
  const today = new Date(now())
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1)).toISOString().slice(0, 7)
}

function paymentOf(world: World): Form {
  const zahlungsrhythmus = pick(world, rhythms)
  if (happens(world, 0.35)) return { zahlungsrhythmus, zahlungsart: 'ueberweisung' }
  const debit = { zahlungsrhythmus, zahlungsart: 'lastschrift', iban: pick(world, ibans) }
  if (happens(world, 0.85)) return { ...debit, abweichenderKontoinhaber: false }
  const { vorname, nachname } = pick(world, people)
  return {
    ...debit,
    abweichenderKontoinhaber: true,
    vornameLastschrift: vorname,
    nachnameLastschrift: nachname,
    abweichenderKontoAdresse: address(world),
  }
}

function consentsFor(payment: Form): Form {
  return {
    eigeneDaten: true,
    datenschutz: true,
    agbVerbraucher: true,
    widerrufsrecht: true,
    frueherAuftragsbeginn: true,
    digitaleUnterschriftZustimmung: true,
    ...(payment['zahlungsart'] === 'lastschrift' && { widerruf: true }),
    ...(payment['abweichenderKontoinhaber'] === true && { kontoinhaberUnterschriftZustimmung: true }),
  }
}
