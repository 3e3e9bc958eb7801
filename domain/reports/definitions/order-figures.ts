import type { Definition } from './definition.ts'

/** Figures of orders by the day of the order, and of their fulfilment. */
export const orderFigures = {
  placedOrders: {
    name: 'Bestellungen',
    means:
      'Alle gefundenen Bestellungen, auch unbezahlte, widerrufene und die von Robotern, gezählt am Tag der Bestellung. Der Abbruch zählt am Tag, an dem der Antrag begonnen wurde, Überblick und Attribution am einen oder am anderen.',
    description: 'All selected orders, by the day of the order.',
  },
  placedCents: {
    name: 'Bestellwert',
    means:
      'Preis aller gefundenen Bestellungen mit Umsatzsteuer, auch der unbezahlten und widerrufenen, gezählt am Tag der Bestellung.',
    description: 'Total price of all selected orders, by the day of the order, in euro cents including VAT.',
  },
  placedNetCents: {
    name: 'Umsatz',
    means:
      'Preis der gefundenen Bestellungen, die bezahlt und weder widerrufen, gescheitert noch erstattet sind, gezählt am Tag der Bestellung.',
    description:
      'Total price of the selected orders that are paid and neither withdrawn, failed nor refunded, by the day of the order.',
  },
  priceCents: {
    name: 'Preis',
    head: 'Preis (Euro)',
    means: 'Preis der Bestellung mit Umsatzsteuer, auch wenn sie nicht bezahlt oder widerrufen ist.',
    description: 'Price of the order in euro cents including VAT.',
  },
  ordered: {
    name: 'Bestellt',
    means: 'Alle Bestellungen, gleich was später mit ihnen geschah.',
    description: 'All orders, whatever happened to them later.',
  },
  paid: {
    name: 'Bezahlt',
    means:
      'Bezahlte Bestellungen, auch die, die später widerrufen, erstattet oder nicht versandt wurden. In Klammern der Anteil an allen Bestellungen.',
    description: 'Orders that were paid, including those withdrawn, failed or refunded later.',
  },
  paidRate: {
    name: 'Bezahlt, Anteil',
    head: 'Bezahlt (Anteil)',
    means: 'Anteil der bezahlten an allen Bestellungen.',
    description: 'Paid orders per order.',
  },
  medianPaidSeconds: {
    name: 'bis zur Zahlung',
    head: 'Median bis zur Zahlung (Sekunden)',
    means: 'Zeit von der Bestellung bis zur Zahlung, Median. Auf 5 % genau.',
    description: 'Median time from the order to its payment, in seconds; null without one.',
  },
  sent: {
    name: 'Versandt',
    head: 'Brief verschickt',
    means: 'Bestellungen, deren Brief verschickt wurde. In Klammern der Anteil an den bezahlten.',
    description: 'Orders whose letter was posted.',
  },
  sentRate: {
    name: 'Versandt, Anteil',
    head: 'Brief verschickt (Anteil)',
    means: 'Anteil der verschickten an den bezahlten Bestellungen.',
    description: 'Posted letters per paid order.',
  },
  medianSentSeconds: {
    name: 'bis zum Versand',
    head: 'Median bis zum Versand (Sekunden)',
    means: 'Zeit von der Zahlung bis zum Versand des Briefs, Median. Auf 5 % genau.',
    description: 'Median time from the payment to the posted letter, in seconds; null without one.',
  },
  failed: {
    name: 'Gescheitert',
    head: 'Brief gescheitert',
    means: 'Bestellungen, deren Brief nicht verschickt werden konnte oder zurückkam.',
    description: 'Orders whose letter could not be posted or came back.',
  },
  withdrawn: {
    name: 'Widerrufen',
    means: 'Bestellungen mit einem endgültigen Widerruf. Ein nur erklärter Widerruf zählt noch nicht.',
    description: 'Orders with a final withdrawal.',
  },
  refunded: {
    name: 'Erstattet',
    means: 'Bestellungen, deren Preis zurückgezahlt wurde.',
    description: 'Orders whose price was refunded.',
  },
} as const satisfies Record<string, Definition>
