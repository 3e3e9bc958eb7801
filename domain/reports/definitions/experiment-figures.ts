import type { Definition } from './definition.ts'

/** Figures of experiments. Each counts the runs of one variant. */
export const experimentFigures = {
  variantRuns: {
    name: 'Anträge der Variante',
    means:
      'Anträge, die während des Versuchs begannen und deren Besucher diese Variante sehen, von Robotern abgesehen. Die Variante folgt aus der Kennung des Antrags; auf dem Gerät wird dafür nichts gespeichert.',
    description: 'Runs that started during the experiment and whose visitors see this variant.',
  },
  reachedRuns: {
    name: 'Betroffene Anträge',
    means:
      'Anträge der Variante, die den ersten geänderten Schritt erreicht haben. Bis dahin sehen alle dasselbe, deshalb werden nur diese Anträge verglichen.',
    description: 'Runs of the variant that reached the first changed step. Only these are compared.',
  },
  reachedOrderRate: {
    name: 'Bestellquote',
    means: 'Anteil der betroffenen Anträge, die bestellt wurden, ob bezahlt oder nicht.',
    description: 'Share of the runs that reached the first changed step and have an order, paid or not.',
  },
  orderRateDifference: {
    name: 'Unterschied',
    head: 'Unterschied der Bestellquote (Anteil)',
    means:
      'Bestellquote der Variante minus die des bisherigen Ablaufs, in Prozentpunkten, mit einem Bereich, der zu jeder Zeit gilt: Er verfehlt den wahren Unterschied in höchstens etwa 5 % der Versuche jemals, gleich wie oft Sie nachsehen. Schließt er 0 aus, dürfen Sie den Versuch beenden.',
    description:
      'Order rate of the variant minus that of the control, with a 95 % confidence sequence that is approximately valid at any time: it may be looked at any time.',
  },
  unpaidOrders: {
    name: 'Unbezahlt',
    means: 'Bestellungen der Variante, die bis jetzt nicht bezahlt sind, auch neue.',
    description: 'Orders that have not been paid so far, new ones included.',
  },
  withdrawnOrders: {
    name: 'Widerrufen',
    means: 'Bestellungen der Variante, die wirksam widerrufen wurden.',
    description: 'Orders that were withdrawn.',
  },
  supportOrders: {
    name: 'Mit Anfrage',
    means:
      'Bestellungen der Variante, deren Auftragsnummer in mindestens einer Nachricht über das Kontaktformular angegeben war. Die Statusseite und die Seite nach der Bestellung tragen sie dort ein. Anfragen ohne Nummer und E-Mails zählen nicht.',
    description:
      'Orders whose number at least one message to support named. Messages that name no order are not counted.',
  },
  paidReached: {
    name: 'Bezahlt',
    means: 'Bestellungen der Variante, die bezahlt und weder widerrufen, gescheitert noch erstattet sind.',
    description: 'Orders that were paid and neither withdrawn, failed nor refunded.',
  },
  netPerReachedCents: {
    name: 'Umsatz je betroffenem Antrag',
    head: 'Umsatz je betroffenem Antrag (Euro)',
    means:
      'Umsatz der Variante geteilt durch ihre betroffenen Anträge. Neue Bestellungen sind oft noch nicht bezahlt.',
    description: 'Net revenue in euro cents per run that reached the first changed step, rounded.',
  },
  stepMedians: {
    name: 'Zeit je Schritt',
    means: 'Median der Zeit auf jedem Schritt, vom ersten bis zum letzten.',
    description: 'Median time on each step in seconds; null without any.',
  },
  slowRuns: {
    name: 'Langsamer als üblich',
    means:
      'Anträge, die auf einem Schritt länger brauchten, als es beim bisherigen Ablauf etwa die Hälfte tut, und ihr Anteil im Vergleich, mit einem Bereich, der jederzeit gilt. Schritte vor der ersten Änderung sind in allen Varianten gleich und stehen nicht hier.',
    description:
      'Runs that spent longer on the step than about half of the runs of the control. The interval of the difference is valid at every time.',
  },
  reachedPerDay: {
    name: 'Erreichen ihn am Tag',
    means: 'Anträge, die den Schritt erreichen, im Durchschnitt der letzten 28 ganzen Tage.',
    description: 'Runs that reach the step, on average over the last 28 whole days.',
  },
  plannedRate: {
    name: 'Geplante Quote',
    means:
      'Bestellquote mit der Änderung, für die geplant wird: Eine so große Änderung erkennt der Versuch mit 80 % Wahrscheinlichkeit.',
    description: 'Order rate with the change that the plan is made to find. Null if no test can be planned.',
  },
  neededRuns: {
    name: 'Nötige Anträge',
    means:
      'So viele Anträge müssen den geänderten Schritt erreichen, in allen Varianten zusammen, damit eine Änderung dieser Größe mit 80 % Wahrscheinlichkeit erkannt wird. Für neue Versuche wird mit zwei gleich großen Varianten gerechnet.',
    description:
      'Number of runs that must reach the changed step, in all variants together, so that the change is found with a probability of 80 %.',
  },
  neededDays: {
    name: 'Nötige Tage',
    means: 'Dauer bis dahin, wenn weiter so viele Anträge den Schritt erreichen wie in den letzten 28 Tagen.',
    description:
      'Days until then, if as many runs a day reach the step as on the last 28 days. Null if none does.',
  },
} as const satisfies Record<string, Definition>
