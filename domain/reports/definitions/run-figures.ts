import type { Definition } from './definition.ts'

/** Figures of runs, orders and stages of a funnel. */
export const runFigures = {
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
    head: 'Umsatz (Euro)',
    means:
      'Preis der bezahlten Bestellungen mit Umsatzsteuer, ohne widerrufene, gescheiterte und erstattete, gezählt am Tag, an dem der Antrag begonnen wurde.',
    description:
      'Total price of the orders that are paid and neither withdrawn, failed nor refunded, in euro cents including VAT.',
  },
  revenueCents: {
    name: 'Bestellwert',
    head: 'Bestellwert (Euro)',
    means:
      'Preis aller Bestellungen mit Umsatzsteuer, auch der unbezahlten und widerrufenen, gezählt am Tag, an dem der Antrag begonnen wurde.',
    description: 'Total price of all orders, whatever happened to them later, in euro cents including VAT.',
  },
  conversionRate: {
    name: 'Abschlussquote',
    means: 'Anteil der Anträge mit Bestellung an allen Anträgen.',
    description: 'Orders per run.',
  },
  stage: {
    name: 'Geschafft',
    means: 'Anträge, die diesen oder einen späteren Schritt geschafft haben.',
    description: 'Runs that reached this stage or a later one.',
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
      'Anträge, deren Besucher noch weitermachen können; bei einem Schritt die, die den Schritt davor geschafft haben und diesen nicht. Sie zählen nicht als verloren.',
    description:
      'Runs whose visitors may still continue; of a stage, those that reached the previous stage but not this one.',
  },
  lossRate: {
    name: 'Verlust',
    means:
      'Anteil der verlorenen Anträge an denen, die den Schritt davor geschafft haben, ohne die noch offenen.',
    description: '`lost` per run of the previous stage, without `open`.',
  },
  medianSeconds: {
    name: 'Median der Zeit',
    head: 'Median (Sekunden)',
    means: 'Die Hälfte der Anträge blieb kürzer in diesem Schritt, die andere länger. Auf 5 % genau.',
    description: 'Median time on the step, accurate to 5 %; null if no time is known.',
  },
  secondsToOrder: {
    name: 'Zeit bis zur Bestellung',
    means: 'Zeit vom Beginn des Antrags bis zur Bestellung, aller Bestellungen. Auf 5 % genau.',
    description:
      'Quartiles of the time from the start to the order, of all orders, accurate to 5 %; null without orders.',
  },
  completed: {
    name: 'Bestellt',
    means: 'Anträge, die mit einer Bestellung endeten.',
    description: 'Runs with an order.',
  },
  abandoned: {
    name: 'Abgebrochen',
    means: 'Anträge ohne Bestellung, deren Besucher gegangen sind oder sich 30 Minuten nicht gemeldet haben.',
    description: 'Runs without an order whose visitors have left.',
  },
  recovered: {
    name: 'Zurückgeholt',
    means:
      'Bestellungen, vor denen der Besucher die Seite einmal verlassen hatte, auch nur für Sekunden in einem anderen Tab.',
    description:
      'Runs that were abandoned, even for seconds, and completed later; also counted in `completed`.',
  },
} as const satisfies Record<string, Definition>
