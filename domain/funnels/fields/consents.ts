import type { ConsentField, FieldValues, Wording } from '#domain/forms/define-field.ts'
import type { Block } from '#domain/forms/define-funnel.ts'
import { consentRule } from '#domain/forms/rules/choice.ts'
import { isBusinessOrder } from './business.ts'
import { byDirectDebit, byOtherHolder } from './payment.ts'

/** SEPA creditor identifier of the Beitragsservice, the office that collects the fee. */
const creditorId = 'DE3000100000001272'

interface Consents {
  /**
   * Returns a confirmation text that replaces the default one, or undefined. A replacement is needed if the form also
   * contains another person's data, or if the visitor leaves the country.
   */
  ownData?: (values: FieldValues) => string | undefined
  /** Returns whether the fee is paid by direct debit, which requires a mandate. */
  debited?: (values: FieldValues) => boolean
}

/**
 * Returns the checkboxes that the visitor must tick before an order. None is ticked by default. `[Text](/path)` in a
 * label is a link that opens in a new tab.
 */
export function consentFields({ ownData, debited = byDirectDebit }: Consents = {}): ConsentField[] {
  return [
    {
      ...consent('eigeneDaten', {
        label:
          'Ich bestätige, dass ich meine eigenen Daten angegeben habe, dass sie richtig und vollständig sind und dass ich in Deutschland wohne.',
        keywords: ['meine eigenen Daten', 'richtig und vollständig', 'für den gemeinsamen Haushalt'],
        missing: 'Sie müssen bestätigen, dass es sich um Ihre eigenen Daten handelt',
      }),
      ...(ownData && { wording: (values) => labelled(ownData(values)) }),
    },
    consent('datenschutz', {
      label:
        'Ich habe die [Datenschutzerklärung](/datenschutz) gelesen und stimme zu, dass meine Angaben zur Bearbeitung meines Auftrags verarbeitet und an den Beitragsservice von ARD, ZDF und Deutschlandradio übermittelt werden.',
      keywords: [
        'Datenschutzerklärung',
        'an den Beitragsservice von ARD, ZDF und Deutschlandradio übermittelt',
      ],
      missing: 'Sie müssen der Datenschutzerklärung zustimmen',
    }),
    {
      ...consent('agbVerbraucher', {
        label:
          'Ich akzeptiere die [AGB](/agb) und habe die Verbraucherinformationen in den [Produktinformationen](/produktinformationen) zur Kenntnis genommen.',
        keywords: ['AGB', 'Produktinformationen', 'kein Widerrufsrecht'],
        missing: 'Sie müssen den AGB und Verbraucherinformationen zustimmen',
      }),
      wording: (values) => (isBusinessOrder(values) ? businessTerms : {}),
    },
    consent(
      'widerrufsrecht',
      {
        label:
          'Ich habe die [Widerrufsbelehrung](/widerrufsbelehrung) mit dem Muster-Widerrufsformular zur Kenntnis genommen. Mir ist bekannt, dass ich den Vertrag binnen 14 Tagen ohne Angabe von Gründen widerrufen kann.',
        keywords: ['Widerrufsbelehrung', 'binnen 14 Tagen'],
        missing: 'Sie müssen dem Widerrufsrecht zustimmen',
      },
      isConsumerOrder,
    ),
    // § 356 Abs. 4 and § 357a Abs. 2 BGB: the visitor must demand the early start and acknowledge the loss of the right
    // of withdrawal.
    consent(
      'frueherAuftragsbeginn',
      {
        label:
          'Ich verlange ausdrücklich, dass Sie vor Ablauf der Widerrufsfrist mit der Ausführung des Auftrags beginnen. Mir ist bekannt, dass mein Widerrufsrecht mit der vollständigen Erfüllung des Vertrags erlischt und dass ich bei einem Widerruf davor Wertersatz für die bis dahin erbrachte Leistung schulde.',
        keywords: [
          'vor Ablauf der Widerrufsfrist',
          'mein Widerrufsrecht mit der vollständigen Erfüllung des Vertrags erlischt',
          'Wertersatz',
        ],
        missing: 'Sie müssen dem frühen Auftragsbeginn zustimmen',
      },
      isConsumerOrder,
    ),
    consent('digitaleUnterschriftZustimmung', {
      label:
        'Ich stimme zu, dass der Antrag mit meinem Namen digital unterschrieben und in meinem Auftrag an den Beitragsservice weitergeleitet wird.',
      keywords: ['mit meinem Namen digital unterschrieben'],
      missing: 'Sie müssen der digitalen Unterschrift zustimmen',
    }),
    {
      ...consent(
        'widerruf',
        {
          label: `SEPA-Lastschriftmandat: Ich ermächtige den Beitragsservice von ARD, ZDF und Deutschlandradio (Gläubiger-Identifikationsnummer ${creditorId}), die Rundfunkbeiträge von dem angegebenen Konto mittels Lastschrift einzuziehen. Zugleich weise ich mein Kreditinstitut an, die vom Beitragsservice auf dieses Konto gezogenen Lastschriften einzulösen. Die Mandatsreferenz wird mir gesondert mitgeteilt. Hinweis: Ich kann innerhalb von acht Wochen, beginnend mit dem Belastungsdatum, die Erstattung des belasteten Betrags verlangen. Es gelten dabei die mit meinem Kreditinstitut vereinbarten Bedingungen.`,
          keywords: ['SEPA-Lastschriftmandat', 'innerhalb von acht Wochen'],
          missing: 'Sie müssen dem SEPA-Lastschriftmandat zustimmen',
        },
        debited,
      ),
      inLetter: true,
    },
    {
      ...consent(
        'kontoinhaberUnterschriftZustimmung',
        {
          label:
            'Ich versichere, dass der abweichende Kontoinhaber dem SEPA-Lastschriftmandat für sein Konto und der digitalen Unterschrift in seinem Namen zugestimmt und mich zur Weitergabe seiner Daten ermächtigt hat.',
          keywords: ['der abweichende Kontoinhaber', 'zugestimmt'],
          missing: 'Sie müssen der Kontoinhaber-Unterschrift zustimmen',
        },
        byOtherHolder,
      ),
      inLetter: true,
    },
  ]
}

/** The groups in which the page shows the consents. */
export const consentBlocks: readonly Block[] = [
  { title: 'Daten', fields: ['eigeneDaten', 'datenschutz'] },
  { title: 'Auftrag', fields: ['agbVerbraucher', 'widerrufsrecht', 'frueherAuftragsbeginn'] },
  { title: 'Unterschrift', fields: ['digitaleUnterschriftZustimmung'] },
  { title: 'SEPA-Lastschriftmandat', fields: ['widerruf', 'kontoinhaberUnterschriftZustimmung'] },
]

/** The right of withdrawal belongs to consumers only (§ 312g Abs. 1 BGB). */
const isConsumerOrder = (values: FieldValues) => !isBusinessOrder(values)

const businessTerms: Wording = {
  label:
    'Ich akzeptiere die [AGB](/agb) und habe die [Produktinformationen](/produktinformationen) zur Kenntnis genommen. Ich bestelle als Unternehmer; mir ist bekannt, dass kein Widerrufsrecht besteht.',
  missing: 'Sie müssen den AGB zustimmen',
}

function labelled(label: string | undefined): Wording {
  return label === undefined ? {} : { label }
}

interface ConsentTexts {
  label: string
  keywords: readonly string[]
  missing: string
}

function consent(
  name: string,
  { label, keywords, missing }: ConsentTexts,
  when?: (values: FieldValues) => boolean,
): ConsentField {
  const rule = consentRule(missing)
  return {
    name,
    label,
    keywords,
    kind: 'consent',
    rule,
    required: true,
    missing,
    fact: true,
    section: 'legal',
    ...(when && { when }),
  }
}
