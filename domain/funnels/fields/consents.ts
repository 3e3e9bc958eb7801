import type { ConsentField, FieldValues, Wording } from '#domain/forms/define-field.ts'
import { consentRule } from '#domain/forms/rules/choice.ts'
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
      ...consent(
        'eigeneDaten',
        'Ich bestätige, dass ich meine eigenen Daten angegeben habe, dass sie richtig und vollständig sind und dass ich in Deutschland wohne.',
        'Sie müssen bestätigen, dass es sich um Ihre eigenen Daten handelt',
      ),
      ...(ownData && { wording: (values) => labelled(ownData(values)) }),
    },
    consent(
      'datenschutz',
      'Ich habe die [Datenschutzerklärung](/datenschutz) gelesen und stimme zu, dass meine Angaben zur Bearbeitung meines Auftrags verarbeitet und an den Beitragsservice von ARD, ZDF und Deutschlandradio übermittelt werden.',
      'Sie müssen der Datenschutzerklärung zustimmen',
    ),
    consent(
      'agbVerbraucher',
      'Ich akzeptiere die [AGB](/agb) und habe die Verbraucherinformationen in den [Produktinformationen](/produktinformationen) zur Kenntnis genommen.',
      'Sie müssen den AGB und Verbraucherinformationen zustimmen',
    ),
    consent(
      'widerrufsrecht',
      'Ich habe die [Widerrufsbelehrung](/widerrufsbelehrung) mit dem Muster-Widerrufsformular zur Kenntnis genommen. Mir ist bekannt, dass ich den Vertrag binnen 14 Tagen ohne Angabe von Gründen widerrufen kann.',
      'Sie müssen dem Widerrufsrecht zustimmen',
    ),
    // § 356 Abs. 4 and § 357a Abs. 2 BGB: the visitor must demand the early start and acknowledge the loss of the right
    // of withdrawal.
    consent(
      'frueherAuftragsbeginn',
      'Ich verlange ausdrücklich, dass Sie vor Ablauf der Widerrufsfrist mit der Ausführung des Auftrags beginnen. Mir ist bekannt, dass mein Widerrufsrecht mit der vollständigen Erfüllung des Vertrags erlischt und dass ich bei einem Widerruf davor Wertersatz für die bis dahin erbrachte Leistung schulde.',
      'Sie müssen dem frühen Auftragsbeginn zustimmen',
    ),
    consent(
      'digitaleUnterschriftZustimmung',
      'Ich stimme zu, dass der Antrag mit meinem Namen digital unterschrieben und in meinem Auftrag an den Beitragsservice weitergeleitet wird.',
      'Sie müssen der digitalen Unterschrift zustimmen',
    ),
    consent(
      'widerruf',
      `SEPA-Lastschriftmandat: Ich ermächtige den Beitragsservice von ARD, ZDF und Deutschlandradio (Gläubiger-Identifikationsnummer ${creditorId}), die Rundfunkbeiträge von dem angegebenen Konto mittels Lastschrift einzuziehen. Zugleich weise ich mein Kreditinstitut an, die vom Beitragsservice auf dieses Konto gezogenen Lastschriften einzulösen. Die Mandatsreferenz wird mir gesondert mitgeteilt. Hinweis: Ich kann innerhalb von acht Wochen, beginnend mit dem Belastungsdatum, die Erstattung des belasteten Betrags verlangen. Es gelten dabei die mit meinem Kreditinstitut vereinbarten Bedingungen.`,
      'Sie müssen dem SEPA-Lastschriftmandat zustimmen',
      debited,
    ),
    consent(
      'kontoinhaberUnterschriftZustimmung',
      'Ich versichere, dass der abweichende Kontoinhaber dem SEPA-Lastschriftmandat für sein Konto und der digitalen Unterschrift in seinem Namen zugestimmt und mich zur Weitergabe seiner Daten ermächtigt hat.',
      'Sie müssen der Kontoinhaber-Unterschrift zustimmen',
      byOtherHolder,
    ),
  ]
}

function labelled(label: string | undefined): Wording {
  return label === undefined ? {} : { label }
}

function consent(
  name: string,
  label: string,
  missing: string,
  when?: (values: FieldValues) => boolean,
): ConsentField {
  const rule = consentRule(missing)
  return {
    name,
    label,
    kind: 'consent',
    rule: () => rule,
    required: true,
    missing,
    fact: true,
    section: 'legal',
    ...(when && { when }),
  }
}
