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
import { businessBlock, businessFields } from '#domain/funnels/fields/business.ts'
import { consentBlocks, consentFields } from '#domain/funnels/fields/consents.ts'
import { email } from '#domain/funnels/fields/contact.ts'
import { monthFields, nextMonth } from '#domain/funnels/fields/month.ts'
import { byDirectDebit, changedPaymentFields } from '#domain/funnels/fields/payment.ts'
import { voluntaryProof } from '#domain/funnels/fields/proof.ts'
import { serviceLevel } from '#domain/funnels/fields/service-level.ts'
import { checkboxRule } from '#domain/forms/rules/choice.ts'
import { essentialsOf, price } from './price.ts'
import type { CheckboxField, FieldValues } from '#domain/forms/define-field.ts'
import { type LetterText, defineFunnel } from '#domain/forms/define-funnel.ts'

const summaryTitles = {
  name: 'Mitteilung Ihrer Namensänderung',
  address: 'Mitteilung Ihrer neuen Adresse',
  contact: 'Mitteilung Ihrer neuen Anschrift',
  partner_verstorben: 'Mitteilung des Todesfalls Ihres Ehepartners',
}

const newName = { firstName: 'neuerVorname', lastName: 'neuerNachname' }

const otherDelivery: CheckboxField = {
  name: 'abweichendeLieferadresse',
  label: 'Abweichende Lieferadresse',
  kind: 'checkbox',
  rule: checkboxRule,
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
  letter: letterText,
  effective: { field: 'inkrafttretensdatum', as: 'aenderungAb', day: 'first' },
  replaced: (facts) => ({
    ...(changes('name', 'contact')(facts) && newName),
    ...(changes('address', 'contact')(facts) && { address: 'neueAdresse' }),
  }),
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
          inDocuments: (values) => (changes('name')(values) ? 'Neuer Name' : 'Neue Daten'),
          fields: newDataFields.map((field) => field.name),
          copy: copyToContact,
        },
        {
          title: 'Ihr verstorbener Ehepartner',
          inDocuments: ({ partnerAnrede }) =>
            partnerAnrede === 'frau' ? 'Verstorbene Ehepartnerin' : 'Verstorbener Ehepartner',
          fields: partnerFields.map((field) => field.name),
        },
      ],
      fields: [
        changeType,
        ...newDataFields,
        ...partnerFields,
        ...monthFields({
          name: 'inkrafttretensdatum',
          label: 'Wann tritt die Änderung in Kraft?',
          inDocuments: 'Änderung gültig ab',
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
      summary: 'Zustellung der Bestätigung',
      blocks: [businessBlock, ...consentBlocks],
      fields: [
        otherDelivery,
        address({
          name: 'lieferAdresse',
          label: 'Lieferadresse',
          autocomplete: 'section-lieferung shipping',
          when: (values) => values['abweichendeLieferadresse'] === true,
        }),
        ...businessFields,
        ...consentFields({
          ownData,
          debited: (values) => byDirectDebit(values) || byNewBankData(values),
        }),
        serviceLevel(),
      ],
    },
  ],
})

const spouses = { herr: 'meines Ehemannes', frau: 'meiner Ehefrau' }

/** Describes changes without a tense, because they can take effect before or after the day of the letter. */
function letterText(values: FieldValues, day: string): LetterText {
  const since = `Die Änderung gilt ab dem ${day}.`
  const confirm =
    values['abweichendeLieferadresse'] === true
      ? 'senden Sie die schriftliche Bestätigung an die oben genannte Lieferadresse'
      : 'bestätigen Sie mir die Änderung schriftlich'
  const request = `Bitte ändern Sie das Beitragskonto entsprechend und ${confirm}.`
  if (changes('partner_verstorben')(values)) {
    const spouse = spouses[values['partnerAnrede'] as keyof typeof spouses] ?? 'meines Ehepartners'
    return {
      subject: `Mitteilung des Todes ${spouse}`,
      opening: `hiermit teile ich Ihnen den Tod ${spouse} mit. Ich handle für unseren gemeinsamen Haushalt. ${since}`,
      request,
    }
  }
  const changed = changedData[values['changeType'] as keyof typeof changedData] ?? 'meiner Daten'
  return {
    subject: `Änderung ${changed}`,
    opening: `hiermit teile ich Ihnen die unten genannte Änderung ${changed} mit. ${since}`,
    request,
  }
}

const changedData = {
  name: 'meines Namens',
  address: 'meiner Adresse',
  contact: 'meiner persönlichen Daten und meiner Anschrift',
}

/**
 * Returns the text of the confirmation for widowed visitors. They cannot confirm the default text, because they also
 * enter data of their spouse.
 */
function ownData(values: FieldValues): string | undefined {
  return changes('partner_verstorben')(values)
    ? 'Ich bestätige, dass ich für den gemeinsamen Haushalt mit meinem verstorbenen Ehepartner handle, dass meine Angaben richtig und vollständig sind und dass ich in Deutschland wohne.'
    : undefined
}
