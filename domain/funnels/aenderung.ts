import { accountHolder } from '#domain/funnels/fields/account-holder.ts'
import { address } from '#domain/funnels/fields/address.ts'
import { bankDataBlock, bankDataFields, byNewBankData } from '#domain/funnels/fields/bank-data.ts'
import {
  changeType,
  changes,
  copyToContact,
  newDataFields,
  partnerFields,
} from '#domain/funnels/fields/change.ts'
import { consentFields } from '#domain/funnels/fields/consents.ts'
import { email } from '#domain/funnels/fields/contact.ts'
import { monthFields, nextMonth } from '#domain/funnels/fields/month.ts'
import { byDirectDebit, changedPaymentFields } from '#domain/funnels/fields/payment.ts'
import { voluntaryProof } from '#domain/funnels/fields/proof.ts'
import { serviceLevel } from '#domain/funnels/fields/service-level.ts'
import { checkboxRule } from '#domain/forms/rules/choice.ts'
import { essentialsOf, price } from './price.ts'
import type { CheckboxField, FieldValues } from '#domain/forms/define-field.ts'
import { defineFunnel } from '#domain/forms/define-funnel.ts'

const summaryTitles = {
  name: 'Mitteilung Ihrer Namensänderung',
  address: 'Mitteilung Ihrer neuen Adresse',
  contact: 'Mitteilung Ihrer neuen Anschrift',
  partner_verstorben: 'Mitteilung des Todesfalls Ihres Ehepartners',
}

const otherDelivery: CheckboxField = {
  name: 'abweichendeLieferadresse',
  label: 'Abweichende Lieferadresse',
  kind: 'checkbox',
  rule: () => checkboxRule,
  required: false,
  fact: true,
  section: 'funnelData',
  hint: 'Die Bestätigung der Änderung soll an eine andere Adresse gehen.',
}

/** The funnel for changing the data of an existing fee account. */
export const aenderung = defineFunnel({
  slug: 'rundfunkbeitrag-aendern',
  type: 'aenderung',
  version: 1,
  title: 'Mitteilung Änderung Rundfunkbeitrag',
  emoji: '✏️',
  product: 'Änderungsmitteilung zum Rundfunkbeitrag',
  productId: 38,
  price,
  essentials: essentialsOf('Ihre Änderungsmitteilung'),
  summaryTitle: (values) =>
    summaryTitles[values['changeType'] as keyof typeof summaryTitles] ??
    'Mitteilung einer Änderung zum Rundfunkbeitrag',
  reportBy: 'changeType',
  effective: { field: 'inkrafttretensdatum', as: 'aenderungAb', day: 'first' },
  steps: [
    {
      name: 'persoenliche-daten',
      title: 'Angaben zum bestehenden Beitragskonto',
      subtitle: 'Auf wen läuft das Beitragskonto bisher?',
      summary: 'Bestehendes Beitragskonto',
      fields: accountHolder(),
    },
    {
      name: 'aenderungstyp',
      title: 'Auswahl der Änderung',
      subtitle: 'Welche Daten möchten Sie ändern?',
      summary: 'Änderung',
      blocks: [
        {
          title: (values) => (changes('name')(values) ? 'Ihr neuer Name' : 'Ihre neuen Daten'),
          fields: newDataFields.map((field) => field.name),
          copy: copyToContact,
        },
        { title: 'Ihr verstorbener Ehepartner', fields: partnerFields.map((field) => field.name) },
      ],
      fields: [
        changeType,
        ...newDataFields,
        ...partnerFields,
        ...monthFields({
          name: 'inkrafttretensdatum',
          label: 'Wann tritt die Änderung in Kraft?',
          subject: 'Inkrafttretensdatum',
          missing: 'Bitte geben Sie das Inkrafttretensdatum an',
          monthsAhead: 3,
          nextPossibleLabel: 'Zum nächstmöglichen Zeitpunkt',
          nextPossible: nextMonth,
        }),
        email(),
      ],
    },
    {
      name: 'neue-daten',
      title: 'Bankdaten und Zahlweise',
      subtitle: 'Wie möchten Sie den Rundfunkbeitrag künftig zahlen?',
      blocks: [bankDataBlock],
      fields: [
        ...changedPaymentFields('Möchten Sie Ihre Zahlweise oder Zahlungsrhythmus ändern?'),
        voluntaryProof({
          name: 'zahlungsnachweis',
          label: 'Zahlungsnachweis (freiwillig)',
          hint: 'Zum Beispiel ein Kontoauszug mit Ihrer letzten Zahlung',
        }),
        ...bankDataFields,
      ],
    },
    {
      name: 'bestaetigung',
      title: 'Fast geschafft!',
      subtitle: 'Bitte prüfen Sie Ihre Angaben und bestätigen Sie Ihren Auftrag.',
      fields: [
        otherDelivery,
        address({
          name: 'lieferAdresse',
          label: 'Lieferadresse',
          autocomplete: 'section-lieferung shipping',
          when: (values) => values['abweichendeLieferadresse'] === true,
        }),
        ...consentFields({
          ownData,
          debited: (values) => byDirectDebit(values) || byNewBankData(values),
        }),
        serviceLevel(),
      ],
    },
  ],
})

/**
 * Returns the text of the confirmation for widowed visitors. They cannot confirm the default text, because they also
 * enter data of their spouse.
 */
function ownData(values: FieldValues): string | undefined {
  return changes('partner_verstorben')(values)
    ? 'Ich bestätige, dass ich für den gemeinsamen Haushalt mit meinem verstorbenen Ehepartner handle, dass meine Angaben richtig und vollständig sind und dass ich in Deutschland wohne.'
    : undefined
}
