import type { CalendarDate } from '#domain/time/berlin-time.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import * as breaks from './breaks.ts'
import { type FunnelCases, brokenOrders } from './funnel-cases.ts'
import * as valid from './valid-values.ts'

export function anmeldungCases(today: CalendarDate): FunnelCases {
  const form = {
    ...valid.person,
    adresse: valid.home,
    anmeldungZu: valid.nextMonth(today),
    naechstmoeglich: true,
    wohnungsart: 'obige',
    email: valid.email,
    ...valid.consents,
  }
  const debit = { name: 'direct debit', form: { ...form, ...valid.debit } }
  const other = {
    name: 'another dwelling, another holder',
    form: {
      ...form,
      naechstmoeglich: false,
      wohnungsart: 'abweichende',
      abweichendeAdresse: valid.elsewhere,
      beitragsnummer: '123456789',
      serviceLevel: 'vip',
      ...valid.debitOfOther,
    },
  }
  const transfer = {
    name: 'bank transfer',
    form: { ...form, ...valid.transfer, ...valid.privateBuyer, serviceLevel: 'premium' },
  }
  const halfYearly = {
    name: 'an entrepreneur, half-yearly',
    form: { ...form, ...valid.debit, ...valid.business, anrede: 'herr', zahlungsrhythmus: 'halbjaehrlich' },
  }
  return {
    funnel: anmeldung,
    orders: [debit, other, transfer, halfYearly],
    broken: [
      ...brokenOrders(halfYearly, breaks.business),
      ...brokenOrders(other, [
        ...breaks.salutation('anrede'),
        ...breaks.ownName('vorname', 'nachname'),
        ...breaks.adultBirthDate('geburtsdatum', today),
        ...breaks.optionalBeitragsnummer('beitragsnummer'),
        ...breaks.address('adresse'),
        ...breaks.month('anmeldungZu', { subject: 'Anmeldedatum', ahead: 6, today }),
        ...breaks.choice('wohnungsart', 'Bitte wählen Sie, welche Wohnung Sie anmelden möchten'),
        ...breaks.address('abweichendeAdresse'),
        ...breaks.email(),
        ...breaks.debitOfOther,
        ...breaks.agreement,
      ]),
    ],
  }
}
