import { address } from '#domain/funnels/fields/address.ts'
import { consentFields } from '#domain/funnels/fields/consents.ts'
import { email } from '#domain/funnels/fields/contact.ts'
import { becauseOf, reason, reasonFields, reasonLabel } from '#domain/funnels/fields/deregistration.ts'
import { currentMonth, monthFields } from '#domain/funnels/fields/month.ts'
import { accountHolder } from '#domain/funnels/fields/account-holder.ts'
import { firstName, lastName } from '#domain/funnels/fields/person.ts'
import { serviceLevel } from '#domain/funnels/fields/service-level.ts'
import { essentialsOf, price } from './price.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { defineFunnel } from '#domain/forms/define-funnel.ts'

const titles = {
  mitbewohner: 'Angabe des neuen Beitragszahlers',
  ausland: 'Abmeldung wegen Umzug ins Ausland',
  verstorben: 'Abmeldung wegen Todesfall',
  'mehrere-wohnungen': 'Abmeldung einer weiteren Wohnung',
  sonstige: 'Details zur Abmeldung',
}

const summaryTitles = {
  mitbewohner: 'Abmeldung vom Rundfunkbeitrag wegen Mitbewohner',
  ausland: 'Abmeldung vom Rundfunkbeitrag wegen Auslandsumzug',
  verstorben: 'Abmeldung vom Rundfunkbeitrag wegen Todesfall',
  'mehrere-wohnungen': 'Abmeldung vom Rundfunkbeitrag für eine weitere Wohnung',
  sonstige: 'Abmeldung vom Rundfunkbeitrag aus anderen Gründen',
}

const confirmed = {
  firstName: 'bestaetigungVorname',
  lastName: 'bestaetigungNachname',
  address: 'bestaetigungAdresse',
}

const byReason = (texts: typeof titles, otherwise: string) => (values: FieldValues) =>
  texts[values['abmeldegrund'] as keyof typeof titles] ?? otherwise

/** The funnel for cancelling a fee account. The required proofs depend on the reason. */
export const abmeldung = defineFunnel({
  slug: 'rundfunkbeitrag-abmelden',
  type: 'abmeldung',
  version: 1,
  title: 'Abmeldung Rundfunkbeitrag',
  emoji: '📤',
  product: 'Abmeldung vom Rundfunkbeitrag',
  productId: 3,
  price,
  essentials: essentialsOf('Ihre Abmeldung'),
  summaryTitle: byReason(summaryTitles, 'Abmeldung vom Rundfunkbeitrag'),
  reportBy: 'abmeldegrund',
  effective: { field: 'abmeldedatum', as: 'abmeldungZum', day: 'last' },
  // A deceased payer cannot be billed. The person who receives the confirmation is billed instead.
  billed: (facts) => (becauseOf('verstorben')(facts) ? confirmed : undefined),
  steps: [
    {
      name: 'persoenliche-daten',
      title: 'Angaben zum Beitragskonto',
      subtitle: 'Welches Beitragskonto möchten Sie wann abmelden?',
      fields: [
        ...accountHolder(),
        ...monthFields({
          name: 'abmeldedatum',
          label: 'Abmeldung zu',
          subject: 'Abmeldedatum',
          monthsAhead: 3,
          nextPossibleLabel: 'Zum nächstmöglichen Zeitpunkt abmelden',
          nextPossible: currentMonth,
        }),
      ],
    },
    {
      name: 'grund',
      title: 'Abmeldegrund',
      subtitle: 'Warum melden Sie ab, und wohin soll die Bestätigung?',
      blocks: [
        {
          title: 'Anschrift für Ihre Abmeldebestätigung',
          fields: ['bestaetigungVorname', 'bestaetigungNachname', 'bestaetigungAdresse'],
          copy: {
            label: 'Daten aus Schritt 1 übernehmen',
            from: {
              bestaetigungVorname: 'vorname',
              bestaetigungNachname: 'nachname',
              bestaetigungAdresse: 'adresse',
            },
          },
        },
      ],
      fields: [
        reason,
        firstName({ name: 'bestaetigungVorname', autocomplete: 'section-bestaetigung given-name' }),
        lastName({ name: 'bestaetigungNachname', autocomplete: 'section-bestaetigung family-name' }),
        address({
          name: 'bestaetigungAdresse',
          autocomplete: 'section-bestaetigung',
          abroad: becauseOf('ausland'),
        }),
        email(),
      ],
    },
    {
      name: 'dokumente',
      title: byReason(titles, 'Nachweise zur Abmeldung'),
      subtitle: reasonLabel,
      fields: reasonFields,
    },
    {
      name: 'bestaetigung',
      title: 'Fast geschafft!',
      subtitle: 'Bitte prüfen Sie Ihre Angaben und bestätigen Sie Ihren Auftrag.',
      fields: [...consentFields({ ownData }), serviceLevel()],
    },
  ],
})

/**
 * Returns the confirmation text, or undefined for the default text. The default is wrong if the payer has died or the
 * visitor leaves Germany.
 */
function ownData(values: FieldValues): string | undefined {
  if (becauseOf('verstorben')(values))
    return 'Ich bestätige, dass ich für den Haushalt des verstorbenen Beitragszahlers handle und dazu berechtigt bin, dass meine Angaben richtig und vollständig sind und dass ich in Deutschland wohne.'
  if (becauseOf('ausland')(values))
    return 'Ich bestätige, dass ich meine eigenen Daten angegeben habe, dass sie richtig und vollständig sind und dass ich bis zu meinem Umzug in Deutschland wohne oder gewohnt habe.'
  return undefined
}
