import { accountHolder } from '../fields/account-holder.ts'
import { address } from '../fields/address.ts'
import { consentFields } from '../fields/consents.ts'
import { email } from '../fields/contact.ts'
import { monthFields, nextMonth } from '../fields/month.ts'
import { changedPaymentFields } from '../fields/payment.ts'
import { proof } from '../fields/proof.ts'
import { serviceLevel } from '../fields/service-level.ts'
import { essentialsOf, price } from '../price.ts'
import { defineFunnel } from './define-funnel.ts'

/** A further dwelling on an account that exists (specification part 2, 2.2). */
export const zusaetzlich = defineFunnel({
  slug: 'rundfunkbeitrag-zusatzwohnung',
  type: 'zusaetzlich',
  version: 1,
  title: 'Zusatzwohnung Rundfunkbeitrag',
  emoji: '🏘️',
  product: 'Anmeldung einer zusätzlichen Wohnung',
  productId: 37,
  price,
  essentials: essentialsOf('Ihre Anmeldung der zusätzlichen Wohnung'),
  summaryTitle: () => 'Anmeldung einer zusätzlichen Wohnung',
  effective: { field: 'anmeldedatum', as: 'anmeldungAb', day: 'first' },
  steps: [
    {
      name: 'persoenliche-daten',
      title: 'Zusätzliche Wohnung anmelden',
      subtitle: 'Angaben zum bestehenden Beitragskonto',
      summary: 'Bestehendes Beitragskonto',
      fields: accountHolder({
        address: 'Adresse der bereits angemeldeten Wohnung',
        beitragsnummer: 'Beitragsnummer dieser Wohnung',
      }),
    },
    {
      name: 'wohnungsdetails',
      title: 'Anmeldung einer zusätzlichen Wohnung',
      subtitle: 'Angaben zur weiteren Wohnung',
      summary: 'Weitere Wohnung',
      fields: [
        address({
          name: 'abweichendeAdresse',
          label: 'Welche zusätzliche Adresse möchten Sie anmelden?',
          autocomplete: 'section-abweichende-adresse',
        }),
        ...monthFields({
          name: 'anmeldedatum',
          label: 'Anmeldung zu',
          subject: 'Anmeldedatum',
          monthsAhead: 6,
          nextPossibleLabel: 'Zum nächstmöglichen Zeitpunkt anmelden',
          nextPossible: nextMonth,
        }),
        proof({
          name: 'mietvertrag',
          label: 'Mietvertrag',
          hint: 'Kopie des Mietvertrags der weiteren Wohnung',
        }),
      ],
    },
    {
      name: 'zahlungsdaten',
      title: 'Zahlungsweise',
      subtitle: 'Wie möchten Sie den Rundfunkbeitrag künftig zahlen?',
      fields: [email(), ...changedPaymentFields('Zahlungsweise')],
    },
    {
      name: 'bestaetigung',
      title: 'Fast geschafft!',
      subtitle: 'Bitte prüfen Sie Ihre Angaben und bestätigen Sie Ihren Auftrag.',
      fields: [...consentFields(), serviceLevel()],
    },
  ],
})
