import type { Definition } from './definition.ts'

/** Figures of events and messages. */
export const qualityFigures = {
  received: {
    name: 'Empfangen',
    head: 'Empfangene Ereignisse',
    means:
      'Ereignisse, die Browser geschickt haben, am Tag des Empfangs. Was der Dienst selbst aufzeichnet, zählt nicht.',
    description: 'Events received from clients, by the day of receipt.',
  },
  duplicates: {
    name: 'Doppelt gesendet',
    head: 'Doppelte Ereignisse',
    means:
      'Ereignisse, die schon da waren, weil der Browser sie nach einer verlorenen Antwort noch einmal schickte. Sie zählen einmal.',
    description: 'Events that had been received before.',
  },
  rejected: {
    name: 'Abgewiesen',
    head: 'Abgewiesene Ereignisse',
    means:
      'Ereignisse, die nicht zum Formular passten oder nicht lesbar waren, ohne die nachgeholten. Sie zählen in keinem Bericht.',
    description: 'Events that were refused, without those that were replayed later.',
  },
  stored: {
    name: 'Gespeichert',
    head: 'Gespeicherte Ereignisse',
    means: 'Empfangene ohne doppelte und abgewiesene Ereignisse.',
    description: 'received − duplicates − rejected.',
  },
  replayed: {
    name: 'Nachgeholt',
    head: 'Nachgeholte Ereignisse',
    means:
      'Gespeicherte Ereignisse, die zuerst abgewiesen und später nachgeholt wurden, gezählt am Tag des ersten Empfangs.',
    description: 'Stored events that had been rejected at first, by the day on which they were received.',
  },
  robots: {
    name: 'Von Robotern',
    head: 'Ereignisse von Robotern',
    means:
      'Gespeicherte Ereignisse von Robotern. Kein Bericht zählt sie, außer eine ihrer Bestellungen ist bezahlt.',
    description: 'Stored events of robots, which no report counts.',
  },
  counted: {
    name: 'Gezählt',
    head: 'Gezählte Ereignisse',
    means: 'Gespeicherte Ereignisse ohne die von Robotern.',
    description: 'stored − robots.',
  },
  expected: {
    name: 'Erwartet',
    head: 'Erwartete Ereignisse',
    means: 'Ereignisse, die vor diesen Bestellungen angekommen sein müssten: ein Start und jeder Schritt.',
    description: 'Events expected before these orders: the start and every step.',
  },
  missing: {
    name: 'Fehlt',
    head: 'Fehlende Ereignisse',
    means: 'Erwartete Ereignisse, die nie angekommen sind.',
    description: 'Expected events that never arrived.',
  },
  trackingLoss: {
    name: 'Fehlt, Anteil',
    means: 'Anteil der fehlenden an den erwarteten Ereignissen.',
    description: 'Missing per expected event.',
  },
  trackedOrders: {
    name: 'Bestellungen',
    means:
      'Bestellungen ohne die von Robotern, gezählt am Tag, an dem der Antrag begonnen wurde. Nur vor ihnen lässt sich sagen, was fehlt.',
    description: 'Orders without those of robots, by the day on which the run started.',
  },
  excludedRuns: {
    name: 'Ausgeschlossene Anträge',
    means:
      'Anträge, die jemand von allen Berichten ausgeschlossen hat oder deren Daten nicht auswertbar sind.',
    description: 'Runs currently excluded from all reports, regardless of the range.',
  },
  count: {
    name: 'Anzahl',
    means: 'Abgewiesene Ereignisse aus diesem Grund, aus den letzten 30 Tagen.',
    description: 'Rejected events of the range with this reason.',
  },
  rejectedForFields: {
    name: 'Abgewiesen',
    head: 'Wegen unbekannter Felder abgewiesen',
    means:
      'Ereignisse, die wegen dieser Felder abgewiesen und noch nicht nachgeholt wurden, aus den letzten 30 Tagen.',
    description: 'Events that are still rejected: replayable ones and all others.',
  },
  replayedForFields: {
    name: 'Nachgeholt',
    head: 'Trotz unbekannter Felder nachgeholt',
    means: 'Ereignisse, die zuerst wegen dieser Felder abgewiesen und später nachgeholt wurden.',
    description: 'Events that were rejected at first and replayed later.',
  },
  replayable: {
    name: 'Nachholbar',
    head: 'Nachholbare Ereignisse',
    means: 'Abgewiesene Ereignisse, die das Formular heute annimmt, weil es diese Felder wieder kennt.',
    description: 'Rejected events that the present funnel accepts.',
  },
  notReplayable: {
    name: 'Nicht nachholbar',
    means: 'Abgewiesene Ereignisse, die sich aus dem genannten Grund nicht nachholen lassen.',
    description: 'Rejected events that cannot be replayed for this reason.',
  },
  attempts: {
    name: 'Versuche',
    means: 'Wie oft diese Nachricht an den Empfänger geschickt wurde.',
    description: 'Delivery attempts of the message.',
  },
} as const satisfies Record<string, Definition>
