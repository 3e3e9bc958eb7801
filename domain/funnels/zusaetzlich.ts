import { accountHolder } from '#domain/funnels/fields/account-holder.ts'
import { address } from '#domain/funnels/fields/address.ts'
import { businessBlock, businessFields } from '#domain/funnels/fields/business.ts'
import { consentBlocks, consentFields } from '#domain/funnels/fields/consents.ts'
import { email } from '#domain/funnels/fields/contact.ts'
import { monthFields, nextMonth } from '#domain/funnels/fields/month.ts'
import { changedPaymentFields } from '#domain/funnels/fields/payment.ts'
import { proof } from '#domain/funnels/fields/proof.ts'
import { serviceLevel } from '#domain/funnels/fields/service-level.ts'
import { essentialsOf, price } from './price.ts'
import { defineFunnel } from '#domain/forms/define-funnel.ts'

/** The funnel for registering another dwelling on an existing fee account. */
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
  letter: (_, day) => ({
    subject: 'Anmeldung einer weiteren Wohnung zum Rundfunkbeitrag',
    opening: `hiermit melde ich zusätzlich zu meiner bereits angemeldeten Wohnung ab dem ${day} eine weitere Wohnung zum Rundfunkbeitrag an.`,
    request:
      'Bitte bestätigen Sie mir die Anmeldung schriftlich und teilen Sie mir die Beitragsnummer der weiteren Wohnung mit.',
  }),
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
          inDocuments: 'Adresse der weiteren Wohnung',
          autocomplete: 'section-abweichende-adresse',
        }),
        ...monthFields({
          name: 'anmeldedatum',
          label: 'Anmeldung zu',
          inDocuments: 'Anmeldung zum',
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
      blocks: [businessBlock, ...consentBlocks],
      fields: [...businessFields, ...consentFields(), serviceLevel()],
    },
  ],
})
