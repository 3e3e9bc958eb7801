import type { Definition } from './definition.ts'

/** Figures of the fields and rules at which visitors give up. */
export const fieldFigures = {
  affected: {
    name: 'Betroffen',
    means: 'Anträge, die diese Meldung mindestens einmal gesehen haben.',
    description: 'Runs in which the rule rejected the field at least once.',
  },
  share: {
    name: 'Anteil',
    means: 'Anteil der Betroffenen an den Anträgen, die in diesen Schritt kamen.',
    description: '`runs` as a share of the runs that reached this step.',
  },
  gaveUp: {
    name: 'Aufgegeben',
    means: 'Betroffene, die diesen Schritt nie geschafft haben und gegangen sind.',
    description: 'The number of these runs whose visitors left without passing this step.',
  },
  gaveUpRate: {
    name: 'Aufgegeben, Anteil',
    head: 'Aufgegeben (Anteil)',
    means: 'Anteil der Betroffenen, die aufgegeben haben.',
    description: '`gaveUp` per affected run.',
  },
  othersRate: {
    name: 'Ohne Meldung',
    head: 'Verlust ohne diese Meldung',
    means:
      'Anteil der vergleichbaren Anträge (derselbe Schritt, dieselben Tage und Geräte, ohne diese Meldung), die in diesem Schritt verloren gingen.',
    description:
      'Share of the comparable runs (same step, days and devices, without this message) that were lost at this step; null with too few of them.',
  },
  lostCents: {
    name: 'Verlust höchstens',
    head: 'Verlust höchstens (Euro)',
    means: 'Preis mal Anträge, die aufgegeben haben. Viele davon wären auch ohne die Meldung gegangen.',
    description: 'Upper bound of the lost revenue: price times `gaveUp`.',
  },
  excessCents: {
    name: 'Entgangen, etwa',
    head: 'Mehrverlust (Euro)',
    means:
      'Was die Meldung wahrscheinlich gekostet hat: wie viel mehr Betroffene verloren gingen als vergleichbare Anträge, mal deren Bestellquote und Preis. Darunter der Bereich, in dem der wahre Wert mit 95 % Sicherheit liegt.',
    description:
      'Value of these orders in euro cents, at the mean price of the orders, with the 95 % confidence interval.',
  },
  excessRuns: {
    name: 'Mehrverlust (Anträge)',
    means:
      'Anträge, die wegen der Meldung verloren gingen, geschätzt durch den Vergleich mit Anträgen ohne sie.',
    description: 'Runs lost because of the message, with the 95 % confidence interval.',
  },
  excessOrders: {
    name: 'Mehrverlust (Bestellungen)',
    means:
      'Bestellungen, die wegen der Meldung ausblieben, geschätzt durch den Vergleich mit Anträgen ohne sie.',
    description:
      'Orders that the runs lost because of the message would have placed, at the rate of the runs that passed the step.',
  },
  runsByDay: {
    name: 'Letzte Tage',
    means:
      'Betroffene an jedem der letzten 28 Tage des Zeitraums. Ein einzelner hoher Balken ist ein Fehler eines Tages, viele sind ein dauernder.',
    description: 'Affected runs on each of the last days of the range, at most 28.',
  },
} as const satisfies Record<string, Definition>
