import type { ConversionState } from '#domain/conversions/conversion.ts'
import type { Definition } from './definition.ts'

/** Figures of what ad platforms learn of orders: the paid orders, and these by what a platform learns of each. */
export const conversionFigures = {
  paidOrders: {
    name: 'Bezahlt',
    means:
      'Bestellungen der letzten 90 Tage, die bezahlt wurden, auch die widerrufenen, gescheiterten und erstatteten. Jede steht in genau einer der anderen Zahlen.',
    description:
      'Orders of the last 90 days that were paid, those included that were withdrawn, failed or were refunded. Each of them has exactly one of the other states.',
  },
  conversionCents: {
    name: 'Wert für die Plattform',
    head: 'Wert für die Plattform (Euro)',
    means:
      'Der Teil des Preises, den das eingestellte Modell dem Kontakt mit der Klick-Kennung zurechnet. Die übrigen Teile gehören zu anderen Kontakten.',
    description:
      'The part of the price, in euro cents, that the configured attribution model credits to the contact with the click id.',
  },
  availableConversions: {
    name: 'Abholbar',
    means:
      'In der Datei der Plattform enthalten, mit Klick-Kennung, Zeit, Wert und Bestellnummer; ein Abruf der Datei hat seit der Zahlung aber noch nicht begonnen.',
    description: 'Contained in the file of the platform, of which no read has begun since the payment.',
  },
  reportedConversions: {
    name: 'Abgeholt',
    means:
      'Ein Abruf der Datei mit der Bestellung hat nach der Zahlung begonnen: durch die Plattform unter der geheimen Adresse, oder als Download. Ob er vollständig war und ob die Plattform die Bestellung übernommen hat, weiß der Dienst nicht.',
    description:
      'Contained in the file of the platform when a read of it began after the payment, by the platform or as a download. Whether the read was complete and whether the platform has imported the order is not known to the service.',
  },
  retractedConversions: {
    name: 'Zurückgenommen',
    means:
      'Widerrufen, gescheitert oder erstattet: nicht mehr gemeldet und in der Datei der Rücknahmen enthalten, damit die Plattform sie abzieht. Google nimmt nur Bestellungen der letzten 54 Tage zurück, Microsoft nur solche, deren Klick-Kennung noch gespeichert ist.',
    description:
      'Withdrawn, failed or refunded: no longer among the conversions, and contained in the file of retractions. Google retracts conversions of the last 54 days only, Microsoft only those whose click id is still stored.',
  },
  noClickIdConversions: {
    name: 'Ohne Klick-Kennung',
    means:
      'Keiner der gewerteten Kontakte kam über eine Anzeige der Plattform, oder die Anzeige hatte keine Klick-Kennung.',
    description: 'No credited contact came with a click id of the platform.',
  },
  noConsentConversions: {
    name: 'Ohne Einwilligung',
    means:
      'Der Besucher hat nicht eingewilligt, oder die Frage nach der Einwilligung nannte die Plattform noch nicht. Auch Bestellungen, die von einem Roboter zu stammen scheinen.',
    description:
      'The visitor has not consented to reports to this platform, or the order seems to be that of a robot.',
  },
  noValueConversions: {
    name: 'Ohne Wert',
    means: 'Das eingestellte Modell rechnet dem Kontakt mit der Klick-Kennung nichts zu.',
    description: 'The configured attribution model credits nothing to the contact with the click id.',
  },
  removedConversions: {
    name: 'Gelöscht',
    means:
      'Die Klick-Kennung ist nicht mehr gespeichert, weil die Person gelöscht wurde oder die Aufbewahrungsfrist vorbei ist.',
    description:
      'The click id is no longer stored, because of an erasure or because its retention has ended.',
  },
  unusableConversions: {
    name: 'Unbrauchbar',
    means: 'Die Klick-Kennung enthält Zeichen, die in keiner echten Klick-Kennung vorkommen.',
    description: 'The click id has characters that no click id of a platform has.',
  },
  testPaymentConversions: {
    name: 'Testzahlung',
    means: 'Mit einer Testzahlung bezahlt, bei der kein Geld fließt. Testzahlungen werden nie gemeldet.',
    description: 'Paid by a test payment, in which no money is paid.',
  },
} as const satisfies Record<`${ConversionState}Conversions` | 'paidOrders' | 'conversionCents', Definition>
