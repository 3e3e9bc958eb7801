// Invents field values for the four steps of the registration funnel. The fields of the funnel are repeated here,
// because k6 cannot load the funnel definition. A test validates every form against the definition.
import { between, happens, hex, pick } from '../../domain/invented-data/chance.ts'
import {
  firstNames,
  ibans,
  inventAddress,
  inventBirthDate,
  lastNames,
} from '../../domain/invented-data/values.ts'
import type { World } from './world.ts'

export type Form = Record<string, unknown>

const rhythms = ['gesetzlich', 'vierteljaehrlich', 'halbjaehrlich', 'jaehrlich']

/** Returns valid form values of one person, separately for each of the four steps. */
export function inventFormValues(world: World): readonly [Form, Form, Form, Form] {
  const nachname = pick(world.random, lastNames)
  const person = { ...pick(world.random, firstNames), nachname, geburtsdatum: inventBirthDate(world.random) }
  const payment = paymentOf(world)
  const business = businessOf(world)
  return [
    person,
    dwellingOf(world),
    // The e-mail address is unique, so that no two visitors send the same values.
    { email: `besuch-${hex(world.random, 12)}@example.org`, ...payment },
    { ...business, ...consentsFor(payment, business) },
  ]
}

function dwellingOf(world: World): Form {
  const soon = happens(world.random, 0.4)
  const form = {
    adresse: inventAddress(world.random),
    anmeldungZu: monthFromNow(world, soon ? 1 : between(world.random, -4, 4)),
    naechstmoeglich: soon,
  }
  return happens(world.random, 0.2)
    ? { ...form, wohnungsart: 'abweichende', abweichendeAdresse: inventAddress(world.random) }
    : { ...form, wohnungsart: 'obige' }
}

/**
 * Returns the month, as `YYYY-MM`, that is `months` months from now. The time zone does not matter: `months` is between
 * -4 and 4, and the form accepts six months in both directions.
 */
function monthFromNow({ now }: World, months: number): string {
  const today = new Date(now())
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1)).toISOString().slice(0, 7)
}

function paymentOf(world: World): Form {
  const zahlungsrhythmus = pick(world.random, rhythms)
  if (happens(world.random, 0.35)) return { zahlungsrhythmus, zahlungsart: 'ueberweisung' }
  const debit = { zahlungsrhythmus, zahlungsart: 'lastschrift', iban: pick(world.random, ibans) }
  if (happens(world.random, 0.85)) return { ...debit, abweichenderKontoinhaber: false }
  return {
    ...debit,
    abweichenderKontoinhaber: true,
    vornameLastschrift: pick(world.random, firstNames).vorname,
    nachnameLastschrift: pick(world.random, lastNames),
    abweichenderKontoAdresse: inventAddress(world.random),
  }
}

/** One of 20 orders is a business order. Browsers always send the box, whether or not it is ticked. */
function businessOf(world: World): Form {
  return happens(world.random, 0.05)
    ? { firma: `${pick(world.random, lastNames)} GmbH`, unternehmer: true }
    : { unternehmer: false }
}

function consentsFor(payment: Form, business: Form): Form {
  return {
    eigeneDaten: true,
    datenschutz: true,
    agbVerbraucher: true,
    ...(business['unternehmer'] !== true && { widerrufsrecht: true, frueherAuftragsbeginn: true }),
    digitaleUnterschriftZustimmung: true,
    ...(payment['zahlungsart'] === 'lastschrift' && { widerruf: true }),
    ...(payment['abweichenderKontoinhaber'] === true && { kontoinhaberUnterschriftZustimmung: true }),
  }
}
