import type { Definition } from './definition.ts'

/** Attribution models and what they credit. */
export const attributionFigures = {
  modelFirst: {
    name: 'Erster Kontakt',
    means: 'Alles zählt für den Kontakt, über den jemand zuerst kam.',
    description: 'Everything is credited to the first contact.',
  },
  modelLast: {
    name: 'Letzter Kontakt',
    means: 'Alles zählt für den Kontakt, über den jemand zuletzt kam.',
    description: 'Everything is credited to the last contact.',
  },
  modelLinear: {
    name: 'Linear',
    means: 'Jeder Kontakt auf dem Weg zählt gleich viel.',
    description: 'Every contact is credited alike.',
  },
  modelPosition: {
    name: 'Positionsbasiert',
    means:
      'Erster und letzter Kontakt zählen je 40 %, die dazwischen zusammen 20 %; sind es nur zwei, je die Hälfte.',
    description:
      'The first and the last contact are credited 40 % each, those between 20 % together; of two contacts each a half.',
  },
  modelDecay: {
    name: 'Zeitverfall',
    means: 'Der letzte Kontakt zählt am meisten; mit jedem Tag davor halbiert sich der Anteil.',
    description: 'The last contact is credited most; the share halves with every day before it.',
  },
  creditedRuns: {
    name: 'Anträge, Anteil',
    head: 'Zugerechnete Anträge',
    means:
      'Wie viel von Anträgen das Modell diesem Wert zurechnet. Ein Antrag mit mehreren Kontakten wird geteilt.',
    description: 'Credited runs; the fractions of the rows add up exactly.',
  },
  creditedOrders: {
    name: 'Bestellungen, Anteil',
    head: 'Zugerechnete Bestellungen',
    means:
      'Wie viel von Bestellungen das Modell diesem Wert zurechnet. Eine Bestellung nach mehreren Kontakten wird geteilt.',
    description: 'Credited orders.',
  },
  creditedNetCents: {
    name: 'Umsatz, Anteil',
    head: 'Zugerechneter Umsatz (Euro)',
    means: 'Wie viel vom Umsatz das Modell diesem Wert zurechnet.',
    description: 'Credited net revenue in euro cents.',
  },
  creditedCents: {
    name: 'Bestellwert, Anteil',
    head: 'Zugerechneter Bestellwert (Euro)',
    means: 'Wie viel vom Bestellwert das Modell diesem Wert zurechnet.',
    description: 'Credited price of the orders in euro cents.',
  },
  creditedConversion: {
    name: 'Abschlussquote',
    means:
      'Zugerechnete Bestellungen je zugerechnetem Antrag, von den Anträgen, die an diesen Tagen begonnen wurden, höchstens 100 %.',
    description:
      'Credited orders of the runs that started on these days, whatever `dayOf` is, per credited run; at most 1.',
  },
  severalContacts: {
    name: 'Mehrere Kontakte',
    means:
      'Bestellungen, die mehr als einem Kontakt zugerechnet werden. Nur bei ihnen unterscheiden sich die Modelle.',
    description: 'Orders that are credited to more than one contact. The models differ only for these.',
  },
  severalShare: {
    name: 'Mehrere Kontakte, Anteil',
    means: 'Anteil der Bestellungen, die mehr als einem Kontakt zugerechnet werden.',
    description: 'Share of the orders that are credited to more than one contact.',
  },
  withoutConsent: {
    name: 'Ohne Marketing-Cookies',
    means:
      'Anträge, deren Besucher Marketing-Cookies nicht zustimmten. Von ihnen ist höchstens bekannt, worüber sie zuletzt kamen.',
    description: 'Runs without marketing consent, for which at most the touch of the entry page is known.',
  },
  withoutConsentShare: {
    name: 'Ohne Marketing-Cookies, Anteil',
    means: 'Anteil der Anträge, deren Besucher Marketing-Cookies nicht zustimmten.',
    description: 'Share of the runs without marketing consent.',
  },
  medianDays: {
    name: 'Tage',
    head: 'Median vom ersten Kontakt (Tage)',
    means: 'Ganze Tage vom ersten Kontakt bis zur Bestellung, Median, höchstens 14.',
    description: 'Median of the whole days from the first contact to the order, at most 14.',
  },
} as const satisfies Record<string, Definition>
