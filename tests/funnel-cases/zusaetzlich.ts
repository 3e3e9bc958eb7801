import type { CalendarDate } from '#domain/time/berlin-time.ts'
import { zusaetzlich } from '#domain/funnels/zusaetzlich.ts'
import * as breaks from './breaks.ts'
import { type FunnelCases, brokenOrders } from './funnel-cases.ts'
import * as valid from './valid-values.ts'

export function zusaetzlichCases(today: CalendarDate): FunnelCases {
  const form = {
    ...valid.accountHolder,
    abweichendeAdresse: valid.elsewhere,
    anmeldedatum: valid.nextMonth(today),
    naechstmoeglich: true,
    mietvertrag: valid.files(1),
    email: valid.email,
    ...valid.consents,
  }
  const asBefore = { name: 'payment as before', form: { ...form, zahlungsweise: 'bisherige' } }
  const debit = {
    name: 'direct debit',
    form: { ...form, zahlungsweise: 'andere', ...valid.debit, zahlungsrhythmus: 'halbjaehrlich' },
  }
  const other = {
    name: 'another holder',
    form: {
      ...form,
      naechstmoeglich: false,
      mietvertrag: valid.files(2),
      zahlungsweise: 'andere',
      serviceLevel: 'vip',
      ...valid.debitOfOther,
    },
  }
  const transfer = {
    name: 'bank transfer',
    form: {
      ...form,
      anrede: 'herr',
      geburtsdatum: valid.ofChild(today),
      zahlungsweise: 'andere',
      serviceLevel: 'premium',
      ...valid.transfer,
      ...valid.privateBuyer,
    },
  }
  const quarterly = {
    name: 'an entrepreneur, quarterly',
    form: { ...form, zahlungsweise: 'andere', ...valid.debit, ...valid.business },
  }
  return {
    funnel: zusaetzlich,
    orders: [asBefore, debit, other, transfer, quarterly],
    broken: [
      ...brokenOrders(quarterly, breaks.business),
      ...brokenOrders(other, [
        ...breaks.accountHolder(today),
        ...breaks.address('abweichendeAdresse'),
        ...breaks.month('anmeldedatum', { subject: 'Anmeldedatum', ahead: 6, today }),
        ...breaks.proof('mietvertrag'),
        ...breaks.email(),
        ...breaks.way,
        ...breaks.debitOfOther,
        ...breaks.agreement,
      ]),
    ],
  }
}
