import type { Definition } from './definition.ts'

/** Figures of the last minutes, and of what waits for somebody. */
export const liveFigures = {
  activeRuns: {
    name: 'Gerade aktiv',
    means: 'Anträge ohne Bestellung, von denen in den letzten 5 Minuten etwas kam.',
    description: 'Runs without an order that sent an event in the last 5 minutes.',
  },
  runsNow: {
    name: 'Begonnen',
    means: 'Anträge, die in dieser Minute oder in den letzten 30 Minuten begonnen wurden.',
    description: 'Runs that started in this minute, or in the last 30 minutes.',
  },
  ordersNow: {
    name: 'Bestellt',
    means: 'Bestellungen, die in dieser Minute oder in den letzten 30 Minuten eingingen.',
    description: 'Orders that were placed in this minute, or in the last 30 minutes.',
  },
  waitingOrders: {
    name: 'Wartende Bestellungen',
    means:
      'Bestellungen, die auf jemanden warten: um einen Widerruf zu entscheiden, Geld zurückzuzahlen oder einen Brief zu versenden.',
    description:
      'Orders that wait for an operator: to decide a withdrawal, to return a payment, or to post a letter that no letter service posts.',
  },
  openAlerts: {
    name: 'Offene Auffälligkeiten',
    means: 'Störungen, die noch dauern und die niemand stummgeschaltet hat.',
    description: 'Recorded faults that are neither over nor muted.',
  },
  waitingDeliveries: {
    name: 'Wartende Nachrichten',
    means:
      'Nachrichten an den Empfänger und E-Mails, die erst ankommen, wenn jemand sie noch einmal sendet oder die Zustellung fortsetzt.',
    description:
      'Webhook messages and e-mails that are not delivered until somebody resends them or resumes the webhook.',
  },
} as const satisfies Record<string, Definition>
