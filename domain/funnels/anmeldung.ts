import { address } from '#domain/funnels/fields/address.ts'
import { businessBlock, businessFields } from '#domain/funnels/fields/business.ts'
import { consentBlocks, consentFields } from '#domain/funnels/fields/consents.ts'
import { email } from '#domain/funnels/fields/contact.ts'
import { monthFields, nextMonth } from '#domain/funnels/fields/month.ts'
import { paymentFields } from '#domain/funnels/fields/payment.ts'
import { beitragsnummer, birthDate, firstName, lastName, salutation } from '#domain/funnels/fields/person.ts'
import { serviceLevel } from '#domain/funnels/fields/service-level.ts'
import { essentialsOf, price } from './price.ts'
import { choiceRule } from '#domain/forms/rules/choice.ts'
import type { ChoiceField } from '#domain/forms/define-field.ts'
import { defineFunnel } from '#domain/forms/define-funnel.ts'

const dwellings = [
  { value: 'obige', label: 'Die oben angegebene Wohnung' },
  { value: 'abweichende', label: 'Eine andere Wohnung' },
]

const dwellingMissing = 'Bitte wählen Sie, welche Wohnung Sie anmelden möchten'
const dwellingRule = choiceRule(dwellings, dwellingMissing)
const dwelling: ChoiceField = {
  name: 'wohnungsart',
  label: 'Welche Wohnung möchten Sie anmelden?',
  inDocuments: 'Anzumeldende Wohnung',
  kind: 'choice',
  options: dwellings,
  default: 'obige',
  control: 'radios',
  rule: dwellingRule,
  required: true,
  missing: dwellingMissing,
  fact: true,
  section: 'funnelData',
}

/** The funnel for registering a dwelling for the first time. */
export const anmeldung = defineFunnel({
  slug: 'rundfunkbeitrag-anmelden',
  type: 'anmeldung',
  version: 1,
  title: 'Anmeldung Rundfunkbeitrag',
  emoji: '🏠',
  product: 'Anmeldung zum Rundfunkbeitrag',
  productId: 36,
  price,
  essentials: essentialsOf('Ihre Anmeldung'),
  summaryTitle: () => 'Anmeldung zum Rundfunkbeitrag',
  letter: ({ beitragsnummer: known }, day) => ({
    subject: 'Anmeldung einer Wohnung zum Rundfunkbeitrag',
    opening: `hiermit melde ich die unten genannte Wohnung ab dem ${day} zum Rundfunkbeitrag an.`,
    request: known
      ? 'Bitte bestätigen Sie mir die Anmeldung schriftlich.'
      : 'Bitte bestätigen Sie mir die Anmeldung schriftlich und teilen Sie mir meine Beitragsnummer mit.',
  }),
  effective: { field: 'anmeldungZu', as: 'anmeldungAb', day: 'first' },
  steps: [
    {
      name: 'persoenliche-daten',
      title: 'Angaben zur Person',
      subtitle: 'Wer meldet die Wohnung an?',
      fields: [
        salutation(),
        firstName(),
        lastName(),
        birthDate(),
        beitragsnummer({ required: false, hidden: true }),
      ],
    },
    {
      name: 'wohnungsdetails',
      title: 'Angaben zur Wohnung',
      subtitle: 'Welche Wohnung möchten Sie ab wann anmelden?',
      fields: [
        address(),
        ...monthFields({
          name: 'anmeldungZu',
          label: 'Anmeldung zu',
          inDocuments: 'Anmeldung zum',
          subject: 'Anmeldedatum',
          monthsAhead: 6,
          nextPossibleLabel: 'Zum nächstmöglichen Zeitpunkt anmelden',
          nextPossible: nextMonth,
        }),
        dwelling,
        address({
          name: 'abweichendeAdresse',
          label: 'Adresse der anderen Wohnung',
          autocomplete: 'section-abweichende-adresse',
          when: (values) => values['wohnungsart'] === 'abweichende',
        }),
      ],
    },
    {
      name: 'zahlungsdaten',
      title: 'Zahlungsweise',
      subtitle: 'Wie möchten Sie den Rundfunkbeitrag künftig zahlen?',
      fields: [email(), ...paymentFields()],
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
