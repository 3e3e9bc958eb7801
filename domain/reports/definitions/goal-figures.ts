import type { Definition } from './definition.ts'

/** Figures of the goals of a month and of what is expected at its end. */
export const goalFigures = {
  goalOrders: {
    name: 'Ziel, Bestellungen',
    means: 'Gesetztes Ziel für die Bestellungen, die in diesem Monat eingehen.',
    description: 'Goal for the number of orders that are placed in the month.',
  },
  reachedOrders: {
    name: 'Bestellungen des Monats',
    means: 'Bestellungen, die in diesem Monat eingingen, auch die unbezahlten und widerrufenen.',
    description: 'Orders that were placed in the month, whatever happened to them later.',
  },
  expectedOrders: {
    name: 'Bestellungen erwartet',
    means:
      'Bestellungen bis jetzt und die, die an den restlichen Tagen nach den gleichen Wochentagen der letzten acht ganzen Wochen zu erwarten sind. Der Bereich gilt mit 95 % Wahrscheinlichkeit, wenn sich am Niveau nichts Grundsätzliches ändert.',
    description:
      'Orders expected by the end of the month: those so far and those that usually come on the remaining weekdays, with the 95 % prediction interval if the level of the last eight whole weeks goes on.',
  },
  ordersChance: {
    name: 'Wahrscheinlichkeit, Bestellungen',
    head: 'Ziel der Bestellungen erreicht (Wahrscheinlichkeit)',
    means:
      'Wie wahrscheinlich das Ziel der Bestellungen erreicht wird, wenn das Niveau der letzten Wochen anhält.',
    description: 'Probability of reaching the goal of orders.',
  },
  goalNetCents: {
    name: 'Ziel, Umsatz',
    head: 'Ziel, Umsatz (Euro)',
    means: 'Gesetztes Ziel für den Umsatz der Bestellungen, die in diesem Monat eingehen, mit Umsatzsteuer.',
    description:
      'Goal for the net revenue of the orders that are placed in the month, in euro cents including VAT.',
  },
  reachedNetCents: {
    name: 'Umsatz des Monats',
    head: 'Umsatz des Monats (Euro)',
    means:
      'Preis der in diesem Monat eingegangenen Bestellungen, die bezahlt und weder widerrufen, gescheitert noch erstattet sind, gleich wann sie bezahlt wurden. Er kann sich auch nach dem Monat noch ändern.',
    description:
      'Net revenue of the orders that were placed in the month: those paid and neither withdrawn, failed nor refunded, whenever they were paid. It can change after the month.',
  },
  expectedNetCents: {
    name: 'Umsatz erwartet',
    head: 'Umsatz erwartet (Euro)',
    means:
      'Umsatz, der am Ende aus den Bestellungen des Monats wird: der bezahlte, dazu der Anteil der unbezahlten, der nach so langer Zeit noch bezahlt wird, dazu die noch zu erwartenden Bestellungen, abzüglich der üblichen Widerrufe und Erstattungen.',
    description:
      'Net revenue that the orders of the month will come to once they are ripe: the paid ones, the share of the unpaid ones that is usually paid later, and the orders to come, minus usual withdrawals and refunds, with the 95 % prediction interval.',
  },
  netChance: {
    name: 'Wahrscheinlichkeit, Umsatz',
    head: 'Umsatzziel erreicht (Wahrscheinlichkeit)',
    means: 'Wie wahrscheinlich das Umsatzziel erreicht wird, wenn das Niveau der letzten Wochen anhält.',
    description: 'Probability of reaching the goal of net revenue.',
  },
} as const satisfies Record<string, Definition>
