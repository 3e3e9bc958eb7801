import { isoTime } from '#domain/time/durations.ts'
import type { EventRow } from '#db/ports/outbox-store.ts'
import type { KeptEmail } from '#service/correspondence/kept-emails.ts'

/** Describes a webhook message for the export of a person's data. */
export function describeMessage(delivery: EventRow) {
  return {
    Empfänger: 'Weiterverarbeitung (Webhook)',
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
