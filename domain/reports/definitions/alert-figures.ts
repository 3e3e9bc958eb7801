import type { Definition } from './definition.ts'

/** Figures of the faults that the watch finds. */
export const alertFigures = {
  faulty: {
    name: 'Betroffen',
    means:
      'Anträge mit der Meldung oder dem Verlust, abgewiesene Ereignisse oder Nachrichten, die nicht oder über eine Stunde zu spät zugestellt wurden, in den Stunden der Störung. Bei zu wenigen Anträgen oder Bestellungen deren Anzahl.',
    description:
      'Runs with the message or the loss, orders with lost tracking, rejected events, or messages that failed or were delivered more than an hour late, in the hours of the fault. For `runs` and `orders`, how many there were.',
  },
  watched: {
    name: 'Davon möglich',
    means:
      'Alle Anträge, Bestellungen, Ereignisse oder Nachrichten dieser Stunden, die betroffen sein konnten.',
    description: 'All runs, orders, events or messages of these hours that could have been affected.',
  },
  faultyRate: {
    name: 'Betroffen, Anteil',
    head: 'Betroffen (Anteil)',
    means: 'Anteil der Betroffenen an allen, die betroffen sein konnten.',
    description: '`faulty` per `watched`.',
  },
  usualRate: {
    name: 'Sonst',
    head: 'Sonst (Anteil)',
    means: 'Derselbe Anteil an denselben Wochentagen und Stunden der bis zu acht Wochen davor.',
    description: 'The same share on the same weekdays and hours of up to eight weeks before.',
  },
  usualCount: {
    name: 'Sonst, Anzahl',
    means:
      'Anträge oder Bestellungen an denselben Wochentagen und Stunden, im Mittel der bis zu acht Wochen davor.',
    description: 'Runs or orders on the same weekdays and hours, on average of up to eight weeks before.',
  },
  lostOrders: {
    name: 'Entgangene Bestellungen',
    means:
      'Schätzung: Anträge, die über das Übliche hinaus verloren gingen, mal dem üblichen Anteil derer, die danach noch bestellen.',
    description:
      'Estimate: runs that were lost in excess of the usual rate, times the usual share of those after this step that order.',
  },
  lostRevenueCents: {
    name: 'Entgangener Umsatz',
    head: 'Entgangener Umsatz (Euro)',
    means: 'Entgangene Bestellungen mal dem mittleren Preis einer Bestellung dieser Antragsart.',
    description:
      '`lostOrders` times the average price of an order of the funnel, in euro cents including VAT.',
  },
} as const satisfies Record<string, Definition>
