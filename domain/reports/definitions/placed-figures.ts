import type { Definition } from './definition.ts'

/** Figures of reports that count orders on the day on which they were placed (`dayOf=order`). */
export const placedFigures = {
  ordersByOrder: {
    name: 'Bestellungen',
    means:
      'Alle Bestellungen, auch unbezahlte und widerrufene, gezählt am Tag der Bestellung, gleich wann der Antrag begonnen wurde. Unbezahlte Bestellungen von Robotern zählen nicht.',
    description: 'Orders that were placed on these days, whatever happened to them later.',
  },
  netRevenueByOrder: {
    name: 'Umsatz',
    means:
      'Preis der bezahlten Bestellungen mit Umsatzsteuer, ohne widerrufene, gescheiterte und erstattete, gezählt am Tag der Bestellung.',
    description: 'Net revenue of the orders that were placed on these days.',
  },
  revenueByOrder: {
    name: 'Bestellwert',
    means:
      'Preis aller Bestellungen mit Umsatzsteuer, auch der unbezahlten und widerrufenen, gezählt am Tag der Bestellung.',
    description: 'Total price of the orders that were placed on these days.',
  },
  conversionOfStarted: {
    name: 'Abschlussquote',
    means:
      'Anteil der Anträge mit Bestellung an allen Anträgen, die an diesen Tagen begonnen wurden, gleich wann bestellt wurde. Sie ist deshalb nicht der Quotient der Bestellungen und Anträge, die hier daneben stehen.',
    description: 'Runs with an order per run, of the runs that started on these days.',
  },
} as const satisfies Record<string, Definition>
