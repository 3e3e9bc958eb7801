import { addressAbroad } from '#domain/funnels/fields/address-abroad.ts'
import { businessBlock, businessFields } from '#domain/funnels/fields/business.ts'
import { consentBlocks, consentFields } from '#domain/funnels/fields/consents.ts'
import { email } from '#domain/funnels/fields/contact.ts'
import { becauseOf, reason, reasonFields, reasonLabel } from '#domain/funnels/fields/deregistration.ts'
import { currentMonth, monthFields } from '#domain/funnels/fields/month.ts'
import { accountHolder } from '#domain/funnels/fields/account-holder.ts'
import { firstName, lastName } from '#domain/funnels/fields/person.ts'
import { serviceLevel } from '#domain/funnels/fields/service-level.ts'
import { essentialsOf, price } from './price.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { type LetterText, defineFunnel } from '#domain/forms/define-funnel.ts'

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
  letter: letterText,
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
          inDocuments: 'Abmeldung zum',
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
          inDocuments: 'Anschrift für die Abmeldebestätigung',
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
        addressAbroad(becauseOf('ausland'), {
          name: 'bestaetigungAdresse',
          autocomplete: 'section-bestaetigung',
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
      blocks: [businessBlock, ...consentBlocks],
      fields: [...businessFields, ...consentFields({ ownData }), serviceLevel()],
    },
  ],
})

const letterReasons = {
  mitbewohner: {
    subject: 'Abmeldung vom Rundfunkbeitrag wegen Umzugs zu einem anderen Beitragszahler',
    reason:
      'Grund der Abmeldung ist mein Umzug zu einem anderen Beitragszahler, der den Rundfunkbeitrag für die gemeinsame Wohnung entrichtet.',
  },
  ausland: {
    subject: 'Abmeldung vom Rundfunkbeitrag wegen Umzugs ins Ausland',
    reason: 'Grund der Abmeldung ist mein dauerhafter Umzug ins Ausland.',
  },
  verstorben: {
    subject: 'Abmeldung vom Rundfunkbeitrag wegen Todesfalls',
    reason:
      'Der Beitragszahler ist verstorben. Ich handle für den Haushalt des Verstorbenen und bin dazu berechtigt.',
  },
  'mehrere-wohnungen': {
    subject: 'Abmeldung vom Rundfunkbeitrag für eine von mehreren Wohnungen',
    reason:
      'Ich habe mehrere Wohnungen. Grund der Abmeldung ist die vollständige Aufgabe der unten genannten Wohnung.',
  },
  sonstige: {
    subject: 'Abmeldung vom Rundfunkbeitrag',
    reason: 'Den Grund der Abmeldung nenne ich unten.',
  },
}

const deceasedWoman =
  'Die Beitragszahlerin ist verstorben. Ich handle für den Haushalt der Verstorbenen und bin dazu berechtigt.'

function letterText(values: FieldValues, day: string): LetterText {
  const { subject, reason: why } =
    letterReasons[values['abmeldegrund'] as keyof typeof letterReasons] ?? letterReasons.sonstige
  const ofWoman = becauseOf('verstorben')(values) && values['anrede'] === 'frau'
  return {
    subject,
    opening: `hiermit melde ich das unten genannte Beitragskonto zum ${day} ab. ${ofWoman ? deceasedWoman : why}`,
    request: 'Bitte senden Sie die schriftliche Bestätigung der Abmeldung an die oben genannte Anschrift.',
  }
}

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
