import type { CalendarDate } from '#domain/time/berlin-time.ts'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import * as breaks from './breaks.ts'
import { type BrokenOrder, type FunnelCases, brokenOrders } from './funnel-cases.ts'
import * as valid from './valid-values.ts'

const reasonText = 'Bitte geben Sie einen Abmeldegrund mit maximal 400 Zeichen ein'

export function abmeldungCases(today: CalendarDate): FunnelCases {
  const because = (abmeldegrund: string, over: object) => ({
    name: abmeldegrund,
    form: {
      ...valid.accountHolder,
      abmeldedatum: valid.nextMonth(today),
      naechstmoeglich: false,
      abmeldegrund,
      bestaetigungVorname: 'Şahin',
      bestaetigungNachname: 'O’Connor',
      bestaetigungAdresse: valid.elsewhere,
      email: valid.email,
      ...valid.consents,
      ...over,
    },
  })
  const mitbewohner = because('mitbewohner', {
    mitbewohnerVorname: 'Zoë',
    mitbewohnerNachname: 'von der Au',
    mitbewohnerBeitragsnummer: '987654321',
    mitbewohnerDokumente: valid.files(2),
    dokumente: valid.files(1),
    naechstmoeglich: true,
    serviceLevel: 'vip',
  })
  const ausland = because('ausland', { auslandsDokumente: valid.files(1), bestaetigungAdresse: valid.abroad })
  const verstorben = because('verstorben', {
    sterbeurkunde: valid.files(1),
    anrede: 'herr',
  })
  const mehrere = because('mehrere-wohnungen', {
    abzumeldendeAdresse: valid.elsewhere,
    mehrereWohnungenDokumente: valid.files(1),
    ...valid.privateBuyer,
    serviceLevel: 'premium',
  })
  const sonstige = because('sonstige', {
    sonstigeGruende: 'ä'.repeat(400),
    sonstigeDokumente: valid.files(1),
    geburtsdatum: valid.ofChild(today),
  })
  const entrepreneur = {
    name: 'an entrepreneur, sonstige without a file',
    form: { ...sonstige.form, ...valid.business, sonstigeDokumente: [] },
  }
  return {
    funnel: abmeldung,
    orders: [
      mitbewohner,
      ausland,
      { name: 'ausland, confirmed at home', form: { ...ausland.form, bestaetigungAdresse: valid.home } },
      verstorben,
      mehrere,
      sonstige,
      entrepreneur,
    ],
    broken: [
      ...brokenOrders(mitbewohner, [
        ...breaks.accountHolder(today),
        ...breaks.month('abmeldedatum', { subject: 'Abmeldedatum', ahead: 3, today }),
        ...breaks.choice('abmeldegrund', 'Bitte wählen Sie einen Abmeldegrund'),
        ...breaks.ownName('bestaetigungVorname', 'bestaetigungNachname'),
        ...breaks.address('bestaetigungAdresse'),
        ...breaks.email(),
        ...breaks.name('mitbewohnerVorname', 'Bitte geben Sie den Vornamen des neuen Beitragszahlers ein'),
        ...breaks.name('mitbewohnerNachname', 'Bitte geben Sie den Nachnamen des neuen Beitragszahlers ein'),
        ...breaks.beitragsnummer('mitbewohnerBeitragsnummer'),
        ...breaks.proof('mitbewohnerDokumente'),
        ...breaks.optionalProof('dokumente'),
        ...breaks.agreement,
      ]),
      ...brokenOrders(entrepreneur, breaks.business),
      ...brokenOrders(ausland, [
        ...breaks.addressAbroad('bestaetigungAdresse'),
        ...breaks.proof('auslandsDokumente'),
      ]),
      ...germanCodeAbroad(ausland.form),
      ...brokenOrders(verstorben, breaks.proof('sterbeurkunde')),
      ...brokenOrders(mehrere, [
        ...breaks.address('abzumeldendeAdresse'),
        ...breaks.proof('mehrereWohnungenDokumente'),
      ]),
      ...brokenOrders(sonstige, [
        ['sonstigeGruende', ' ', 'required', reasonText],
        ['sonstigeGruende', 'ä'.repeat(401), 'tooLong', reasonText],
        ['sonstigeGruende', 7, 'format', reasonText],
        ...breaks.optionalProof('sonstigeDokumente'),
      ]),
    ],
  }
}

/**
 * Returns one invalid order of a visitor who moves abroad. The address for the confirmation is in Germany, but has a
 * foreign postal code.
 */
function germanCodeAbroad(form: object): BrokenOrder[] {
  const order = { name: 'ausland, confirmed at home', form: { ...form, bestaetigungAdresse: valid.home } }
  return brokenOrders(order, [
    [
      'bestaetigungAdresse.plz',
      'L-2345',
      'incomplete',
      'Bitte vervollständigen Sie die Adresse: PLZ (5 Ziffern) fehlt',
    ],
  ])
}
