import { isoTime } from '#domain/time/durations.ts'
import type { DestinationName, EventRow } from '#db/ports/outbox-store.ts'
import type { KeptEmail } from '#service/correspondence/kept-emails.ts'

/** Recipients by destination. Messages to other destinations stay within the service. */
const recipients: Partial<Record<DestinationName, string>> = {
  webhook: 'Weiterverarbeitung (Webhook)',
  mail: 'E-Mail an die Adresse des Auftrags (E-Mail-Dienst)',
  letters: 'Brief an den Beitragsservice (Post oder Briefdienst)',
  conversions: 'Messung von Werbung (Analysedienst)',
}

/** Returns whether a message leaves the service. */
export function isTransmitted({ destination }: Pick<EventRow, 'destination'>): boolean {
  return Object.hasOwn(recipients, destination)
}

/** Describes a message for the export of a person's data. */
export function describeMessage(delivery: EventRow) {
  return {
    Empfänger: recipients[delivery.destination],
    Nachricht: delivery.messageId,
    Anlass: delivery.eventType,
    Stand: {
      pending: 'steht aus',
      delivered: 'übermittelt',
      dead: 'gescheitert',
      held: 'angehalten',
      discarded: 'verworfen',
    }[delivery.state],
    Versuche: delivery.attempts,
    Angelegt: isoTime(delivery.createdAt),
    Beendet: delivery.finishedAt === null ? null : isoTime(delivery.finishedAt),
  }
}

/** Describes an e-mail for the export of a person's data. */
export function describeEmail({ id, state, keptSince, text }: KeptEmail) {
  return {
    Kennung: id,
    Stand: { waiting: 'noch nicht gesendet', file: 'als Datei aufbewahrt' }[state],
    Seit: isoTime(keptSince),
    Inhalt: text,
  }
}
