import { accountHolder } from '../fields/account-holder.ts'
import { address } from '../fields/address.ts'
import { bankDataBlock, bankDataFields, byNewBankData } from '../fields/bank-data.ts'
import { changeType, changes, copyToContact, newDataFields, partnerFields } from '../fields/change.ts'
import { consentFields } from '../fields/consents.ts'
import { email } from '../fields/contact.ts'
import { monthFields, nextMonth } from '../fields/month.ts'
import { byDirectDebit, changedPaymentFields } from '../fields/payment.ts'
import { voluntaryProof } from '../fields/proof.ts'
import { serviceLevel } from '../fields/service-level.ts'
import { checkboxRule } from '../rules/choice.ts'
import { essentialsOf, price } from '../price.ts'
import { type Answers, type Field, defineFunnel } from './define-funnel.ts'

const summaryTitles = {
  name: 'Mitteilung Ihrer Namensänderung',
  address: 'Mitteilung Ihrer neuen Adresse',
  contact: 'Mitteilung Ihrer neuen Anschrift',
  partner_verstorben: 'Mitteilung des Todesfalls Ihres Ehepartners',
}

const otherDelivery: Field = {
  name: 'abweichendeLieferadresse',
  label: 'Abweichende Lieferadresse',
  kind: 'checkbox',
  rule: () => checkboxRule,
  fact: true,
  section: 'funnelData',
  hint: 'Die Bestätigung der Änderung soll an eine andere Adresse gehen.',
}

/** Changes to an account that exists, by their type (specification part 2, 2.3). */
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
  summaryTitle: (answers) =>
    summaryTitles[answers['changeType'] as keyof typeof summaryTitles] ??
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
          title: (answers) => (changes('name')(answers) ? 'Ihr neuer Name' : 'Ihre neuen Daten'),
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
          when: (answers) => answers['abweichendeLieferadresse'] === true,
        }),
        ...consentFields({
          ownData,
          debited: (answers) => byDirectDebit(answers) || byNewBankData(answers),
        }),
        serviceLevel(),
      ],
    },
  ],
})

/** A widow or widower tells the spouse's data as well, for the household that they shared (DESIGN 10.1). */
function ownData(answers: Answers): string | undefined {
  return changes('partner_verstorben')(answers)
    ? 'Ich bestätige, dass ich für den gemeinsamen Haushalt mit meinem verstorbenen Ehepartner handle, dass meine Angaben richtig und vollständig sind und dass ich in Deutschland wohne.'
    : undefined
}
