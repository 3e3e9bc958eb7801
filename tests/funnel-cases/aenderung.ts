import type { CalendarDate } from '#domain/time/berlin-time.ts'
import { aenderung } from '#domain/funnels/aenderung.ts'
import * as breaks from './breaks.ts'
import { type FunnelCases, brokenOrders } from './funnel-cases.ts'
import * as valid from './valid-values.ts'

const newPerson = { neueAnrede: 'herr', neuerVorname: 'Zoë', neuerNachname: 'von der Au' }

const newBankData = {
  bankdatenAendern: 'ja',
  neueBankdatenAnrede: 'frau',
  neueBankdatenVorname: 'Łucja',
  neueBankdatenNachname: 'von der Au',
  neueBankdatenGeburtsdatum: '1990-05-17',
  neueBankdatenBeitragsnummer: '123456789',
  bisherigeIban: valid.austrian,
  neueBankdatenIban: valid.german,
  widerruf: true,
}

const partner = {
  partnerAnrede: 'herr',
  partnerVorname: 'Bjørn',
  partnerNachname: 'Müller-Lüdenscheidt',
  partnerGeburtsdatum: '1938-02-01',
  partnerAdresse: valid.home,
  dokumente: valid.files(1),
}

const ofPartner = (what: string) => `Bitte geben Sie ${what} Ihres verstorbenen Ehepartners ein`

export function aenderungCases(today: CalendarDate): FunnelCases {
  const child = valid.ofChild(today)
  const changing = (changeType: string, over: object) => ({
    name: changeType,
    form: {
      ...valid.accountHolder,
      changeType,
      inkrafttretensdatum: valid.nextMonth(today),
      naechstmoeglich: false,
      email: valid.email,
      zahlungsweise: 'bisherige',
      bankdatenAendern: 'nein',
      ...valid.consents,
      ...over,
    },
  })
  const name = changing('name', {
    ...newPerson,
    personalausweis: valid.files(2),
    naechstmoeglich: true,
    zahlungsweise: 'andere',
    ...valid.debitOfOther,
    zahlungsnachweis: valid.files(1),
  })
  const nameOnly = changing('name', {
    ...newPerson,
    neueAnrede: '',
    ...newBankData,
    neueBankdatenAnrede: '',
    bisherigeIban: '',
  })
  const address = changing('address', {
    neueAdresse: valid.elsewhere,
    meldebescheinigung: valid.files(1),
    ...newBankData,
    abweichendeLieferadresse: true,
    lieferAdresse: valid.elsewhere,
    serviceLevel: 'vip',
  })
  const contact = changing('contact', {
    ...newPerson,
    neueAnrede: 'frau',
    neuesGeburtsdatum: child,
    neueAdresse: valid.elsewhere,
    zahlungsweise: 'andere',
    ...valid.debit,
    ...newBankData,
    neueBankdatenAnrede: 'herr',
    neueBankdatenGeburtsdatum: child,
    abweichendeLieferadresse: false,
  })
  const current = changing('contact', {
    neueAdresse: valid.elsewhere,
    serviceLevel: 'premium',
    ...valid.business,
  })
  const died = changing('partner_verstorben', {
    ...partner,
    zahlungsweise: 'andere',
    ...valid.transfer,
    ...valid.privateBuyer,
  })
  const halfYearly = {
    name: 'partner_verstorben without optional values',
    form: {
      ...died.form,
      geburtsdatum: child,
      partnerGeburtsdatum: child,
      partnerAnrede: '',
      dokumente: [],
      zahlungsrhythmus: 'halbjaehrlich',
    },
  }
  return {
    funnel: aenderung,
    orders: [
      name,
      { ...nameOnly, name: 'name without optional values' },
      address,
      contact,
      { ...current, name: 'contact with the current data' },
      died,
      halfYearly,
    ],
    broken: [
      ...brokenOrders(name, [
        ...breaks.accountHolder(today),
        ...breaks.choice('changeType', 'Bitte wählen Sie eine Änderung aus'),
        ...breaks.optionalSalutation('neueAnrede'),
        ...breaks.ownName('neuerVorname', 'neuerNachname'),
        ...breaks.optionalProof('personalausweis'),
        ...breaks.month('inkrafttretensdatum', {
          subject: 'Inkrafttretensdatum',
          ahead: 3,
          today,
          missing: 'Bitte geben Sie das Inkrafttretensdatum an',
        }),
        ...breaks.email(),
        ...breaks.way,
        ...breaks.debitOfOther,
        ...breaks.optionalProof('zahlungsnachweis'),
        ...breaks.choice('bankdatenAendern', 'Bitte wählen Sie, ob Sie Ihre Bankdaten ändern möchten'),
        ...breaks.checkbox('abweichendeLieferadresse'),
        ...breaks.agreement,
      ]),
      ...brokenOrders(address, [
        ...breaks.address('neueAdresse', 'Bitte geben Sie eine vollständige neue Adresse ein'),
        ...breaks.optionalProof('meldebescheinigung'),
        ...breaks.optionalSalutation('neueBankdatenAnrede'),
        ...breaks.ownName('neueBankdatenVorname', 'neueBankdatenNachname'),
        ...breaks.birthDate('neueBankdatenGeburtsdatum', today),
        ...breaks.beitragsnummer('neueBankdatenBeitragsnummer'),
        ...breaks.optionalIban('bisherigeIban'),
        ...breaks.iban('neueBankdatenIban'),
        ['widerruf', false, 'required', 'Sie müssen dem SEPA-Lastschriftmandat zustimmen'],
        ...breaks.address('lieferAdresse'),
      ]),
      ...brokenOrders(contact, [
        ...breaks.address('neueAdresse', 'Bitte geben Sie eine vollständige neue Anschrift ein'),
        ...breaks.birthDate('neuesGeburtsdatum', today).slice(1),
        [
          'neueBankdatenIban',
          valid.austrian,
          'mismatch',
          'Die neue IBAN stimmt nicht mit der IBAN für die Lastschrift überein. Bitte geben Sie bei beiden dieselbe ein.',
        ],
      ]),
      // A missing new value defaults to the current value. If both are missing, the error names the field for the new
      // value.
      ...brokenOrders({ ...current, name: 'contact with the current data' }, [
        ['anrede', '', 'required', 'Bitte wählen Sie eine Anrede', 'neueAnrede'],
        ['vorname', '', 'required', 'Bitte geben Sie Ihren Vornamen ein', 'neuerVorname'],
        ['nachname', '', 'required', 'Bitte geben Sie Ihren Nachnamen ein', 'neuerNachname'],
        ['geburtsdatum', '', 'required', 'Bitte geben Sie Ihr Geburtsdatum ein', 'neuesGeburtsdatum'],
        ...breaks.business,
      ]),
      ...brokenOrders(died, [
        ...breaks.optionalSalutation('partnerAnrede'),
        ...breaks.name('partnerVorname', ofPartner('den Vornamen')),
        ...breaks.name('partnerNachname', ofPartner('den Nachnamen')),
        ...breaks.birthDate('partnerGeburtsdatum', today, ofPartner('das Geburtsdatum')),
        ...breaks.address('partnerAdresse', ofPartner('die vollständige Adresse')),
        ...breaks.optionalProof('dokumente'),
      ]),
    ],
  }
}
