import { berlinDate, monthFrom } from '#domain/berlin-time.ts'
import { type Random, between, happens, hex, pick } from './chance.ts'

// What invented people write into the forms. Names, addresses and numbers belong to nobody: example.org takes no mail,
// and the IBANs are those of textbooks.

export type Form = Record<string, unknown>

const firstNames = [
  ['frau', 'Erika'],
  ['herr', 'Max'],
  ['frau', 'Lieschen'],
  ['herr', 'Otto'],
  ['frau', 'Zoë'],
  ['herr', 'Jürgen'],
] as const
const lastNames = ['Mustermann', 'Musterfrau', 'Beispiel', 'Probe', 'Testmann', 'Platzhalter']
const streets = ['Musterstraße', 'Beispielweg', 'Am Probeplatz', 'Testallee']
const places = [
  ['10115', 'Berlin'],
  ['20095', 'Hamburg'],
  ['50667', 'Köln'],
  ['01067', 'Dresden'],
  ['79098', 'Freiburg im Breisgau'],
] as const
const ibans = ['DE89370400440532013000', 'DE75512108001245126199', 'AT611904300234573201']

const consents = {
  eigeneDaten: true,
  datenschutz: true,
  agbVerbraucher: true,
  widerrufsrecht: true,
  frueherAuftragsbeginn: true,
  digitaleUnterschriftZustimmung: true,
}

/** A valid order of a funnel at an instant. `files`: upload ids for the fields that want a file. */
export function answersOf(random: Random, funnel: string, at: number, files: () => string[]): Form {
  const month = monthFrom(berlinDate(at), between(random, 0, 2))
  const soon = { naechstmoeglich: happens(random, 0.4) }
  const level = happens(random, 0.07) ? { serviceLevel: 'vip' } : {}
  const email = `demo-${hex(random, 10)}@example.org`
  const common = { ...person(random), ...soon, email, ...consents, ...level }
  const holder = { ...common, adresse: address(random), beitragsnummer: contribution(random) }
  switch (funnel) {
    case 'anmeldung':
      return {
        ...common,
        adresse: address(random),
        anmeldungZu: month,
        ...dwelling(random),
        ...payment(random),
      }
    case 'abmeldung':
      return { ...holder, abmeldedatum: month, ...leaving(random, files) }
    case 'zusaetzlich': {
      const place = { abweichendeAdresse: address(random), mietvertrag: files() }
      return { ...holder, ...place, anmeldedatum: month, ...way(random) }
    }
    default:
      return {
        ...holder,
        inkrafttretensdatum: month,
        ...change(random),
        ...way(random),
        bankdatenAendern: 'nein',
      }
  }
}

function person(random: Random): Form {
  const [anrede, vorname] = pick(random, firstNames)
  return { anrede, vorname, nachname: pick(random, lastNames), geburtsdatum: birthDate(random) }
}

function birthDate(random: Random): string {
  const [month, day] = [between(random, 1, 12), between(random, 1, 28)].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${between(random, 1948, 2004)}-${month}-${day}`
}

function address(random: Random): Form {
  const [plz, ort] = pick(random, places)
  return {
    strasse: pick(random, streets),
    hausnummer: `${between(random, 1, 180)}`,
    plz,
    ort,
    land: 'Deutschland',
  }
}

const contribution = (random: Random) => `${between(random, 100_000_000, 999_999_999)}`

function dwelling(random: Random): Form {
  if (happens(random, 0.8)) return { wohnungsart: 'obige' }
  return { wohnungsart: 'abweichende', abweichendeAdresse: address(random) }
}

function payment(random: Random): Form {
  const zahlungsrhythmus = pick(random, ['gesetzlich', 'vierteljaehrlich', 'vierteljaehrlich', 'jaehrlich'])
  if (happens(random, 0.32)) return { zahlungsrhythmus, zahlungsart: 'ueberweisung' }
  const iban = pick(random, ibans)
  return {
    zahlungsrhythmus,
    zahlungsart: 'lastschrift',
    iban,
    abweichenderKontoinhaber: false,
    widerruf: true,
  }
}

function way(random: Random): Form {
  return happens(random, 0.7)
    ? { zahlungsweise: 'bisherige' }
    : { zahlungsweise: 'andere', ...payment(random) }
}

function leaving(random: Random, files: () => string[]): Form {
  const { vorname, nachname } = person(random)
  const confirmed = {
    bestaetigungVorname: vorname,
    bestaetigungNachname: nachname,
    bestaetigungAdresse: address(random),
  }
  const reasons = [
    'mitbewohner',
    'mitbewohner',
    'mitbewohner',
    'ausland',
    'ausland',
    'verstorben',
    'mehrere-wohnungen',
    'sonstige',
  ]
  const abmeldegrund = pick(random, reasons)
  const because = {
    mitbewohner: () => ({
      mitbewohnerVorname: 'Kim',
      mitbewohnerNachname: pick(random, lastNames),
      mitbewohnerBeitragsnummer: contribution(random),
      mitbewohnerDokumente: files(),
    }),
    ausland: () => ({ auslandsDokumente: files() }),
    verstorben: () => ({ sterbeurkunde: files() }),
    'mehrere-wohnungen': () => ({ abzumeldendeAdresse: address(random), mehrereWohnungenDokumente: files() }),
    sonstige: () => ({ sonstigeGruende: 'Erfundener Grund für die Vorführung', sonstigeDokumente: files() }),
  }[abmeldegrund]!
  return { ...confirmed, abmeldegrund, ...because() }
}

function change(random: Random): Form {
  const { vorname, nachname } = person(random)
  const changeType = pick(random, [
    'address',
    'address',
    'address',
    'name',
    'name',
    'contact',
    'partner_verstorben',
  ])
  const changed = {
    name: { neuerVorname: vorname, neuerNachname: nachname },
    address: { neueAdresse: address(random) },
    contact: { neueAdresse: address(random) },
    partner_verstorben: {
      partnerVorname: vorname,
      partnerNachname: nachname,
      partnerGeburtsdatum: birthDate(random),
      partnerAdresse: address(random),
    },
  }[changeType]!
  return { changeType, ...changed }
}
