interface Definition {
  /** Name of the figure on the pages, in German. */
  name: string
  /** What the figure counts, in German, shown by the question mark beside it. */
  means: string
  /** The same in English, for the API document. */
  description: string
}

/** What the figures of the reports count. Pages and the API document show these texts. */
export const definitions = {
  runs: {
    name: 'Anträge',
    means:
      'Begonnene Anträge, gezählt am Tag des Beginns. Besuche von Robotern zählen nicht, außer ihre Bestellung ist bezahlt.',
    description: 'Runs that started on these days. Runs of robots are left out, unless their order was paid.',
  },
  orders: {
    name: 'Bestellungen',
    means:
      'Alle Bestellungen dieser Anträge, auch unbezahlte und widerrufene, gezählt am Tag, an dem der Antrag begonnen wurde.',
    description: 'Orders of these runs, whatever happened to them later.',
  },
  netRevenueCents: {
    name: 'Umsatz',
    means:
      'Preis der bezahlten Bestellungen mit Umsatzsteuer, ohne widerrufene, gescheiterte und erstattete, gezählt am Tag, an dem der Antrag begonnen wurde.',
    description:
      'Total price of the orders that are paid and neither withdrawn, failed nor refunded, in euro cents including VAT.',
  },
  revenueCents: {
    name: 'Bestellwert',
    means:
      'Preis aller Bestellungen mit Umsatzsteuer, auch der unbezahlten und widerrufenen, gezählt am Tag, an dem der Antrag begonnen wurde.',
    description: 'Total price of all orders, whatever happened to them later, in euro cents including VAT.',
  },
  conversionRate: {
    name: 'Abschlussquote',
    means: 'Anteil der Anträge mit Bestellung an allen Anträgen.',
    description: 'Orders per run.',
  },
  lost: {
    name: 'Verloren',
    means:
      'Anträge, die den Schritt davor geschafft haben, diesen nicht, und deren Besucher gegangen sind oder sich 30 Minuten nicht gemeldet haben.',
    description: 'Runs that reached the previous stage but not this one, and whose visitors have left.',
  },
  open: {
    name: 'Noch offen',
    means:
      'Anträge, die den Schritt davor geschafft haben, diesen nicht, und deren Besucher noch weitermachen können. Sie zählen nicht als verloren.',
    description:
      'Runs that reached the previous stage but not this one, and whose visitors may still continue.',
  },
  lossRate: {
    name: 'Verlust',
    means:
      'Anteil der verlorenen Anträge an denen, die den Schritt davor geschafft haben, ohne die noch offenen.',
    description: '`lost` per run of the previous stage, without `open`.',
  },
  recovered: {
    name: 'Zurückgeholt',
    means:
      'Bestellungen, vor denen der Besucher die Seite einmal verlassen hatte, auch nur für Sekunden in einem anderen Tab.',
    description:
      'Runs that were abandoned, even for seconds, and completed later; also counted in `completed`.',
  },
} as const satisfies Record<string, Definition>

export type DefinedFigure = keyof typeof definitions
