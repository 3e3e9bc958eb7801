import type { TimelineEntry } from '#domain/desk/order-contract.ts'
import type {
  DocumentKind,
  ServiceEventType,
  StoredEventOf,
  StoredEventType,
} from '#domain/events/stored-event.ts'
import { euro } from '#domain/numbers/german-number.ts'
import { declineWords, failureWords } from './command-words.ts'
import { dayText } from './times.ts'
import { wordOf } from './word-of.ts'

/** Events that an order page can show: those of the service and of the visitor's run. */
export const eventWords: Record<ServiceEventType | StoredEventType, string> = {
  start: 'Formular geöffnet',
  step: 'Schritt ausgefüllt',
  invalid: 'Eingabe abgewiesen',
  email: 'E-Mail-Adresse angegeben',
  abandon: 'Formular verlassen',
  lapsed: 'Formular abgebrochen',
  complete: 'Bestellt',
  converted: 'Zur Zahlung gegangen',
  paid: 'Bezahlt',
  invoiced: 'Rechnungsnummer vergeben',
  amended: 'Angaben geändert',
  email_corrected: 'E-Mail-Adresse berichtigt',
  prepared: 'Dokument erstellt',
  submitted: 'Brief übergeben',
  sent: 'Brief versendet',
  failed: 'Brief gescheitert',
  withdrawal_declared: 'Widerruf erklärt',
  withdrawal_revoked: 'Widerruf zurückgenommen',
  withdrawal_declined: 'Widerruf abgelehnt',
  withdrawn: 'Widerruf wirksam',
  refunded: 'Erstattet',
  credited: 'Stornonummer vergeben',
  support_requested: 'Anfrage zum Auftrag',
  erased: 'Daten gelöscht',
}

export const documentWords: Record<DocumentKind, string> = {
  application: 'Antrag',
  letter: 'Brief mit Nachweisen',
  confirmation: 'Auftragsbestätigung',
  invoice: 'Rechnung',
  cancellation: 'Stornorechnung',
}

type CausedBy = 'sent' | 'failed' | 'withdrawal_revoked' | 'withdrawn' | 'refunded'

/** Who or what caused an event. */
export const byWords: Record<NonNullable<StoredEventOf<CausedBy>['data']['by']>, string> = {
  operator: 'von Hand',
  'letter-service': 'gemeldet vom Briefdienst',
  objection: 'der Kunde hat widersprochen',
  declaration: 'durch die Erklärung des Kunden',
  confirmation: 'der Kunde hat bestätigt',
  deadline: 'nach Ablauf der drei Tage',
  provider: 'gemeldet vom Zahlungsanbieter',
  chargeback: 'von der Bank zurückgebucht',
}

/** Reasons of failures and of declined withdrawals. A letter service can also report its own codes. */
export const reasonWords: Record<string, string> = {
  ...failureWords,
  ...declineWords,
  erased: 'Daten sind gelöscht',
  undeliverable: 'Nicht zustellbar',
  cancelled: 'Beim Briefdienst abgebrochen',
  expired: 'Beim Briefdienst abgelaufen',
  rejected: 'Vom Briefdienst abgelehnt',
  invalid: 'Vom Briefdienst als fehlerhaft abgelehnt',
}

export const eventText = (type: string) => wordOf(eventWords, type) ?? 'Anderes Ereignis'

/** Returns the name of a document, with its version if there are several. */
export function documentText(kind: string, version: number | null): string {
  const name = wordOf(documentWords, kind) ?? 'Anderes Dokument'
  return version !== null && version > 1 ? `${name}, Fassung ${version}` : name
}

/** Returns what an e-mail about an event is about. */
export function subjectText(eventType: string, document: string | null): string {
  if (eventType === 'complete') return 'Zahlungserinnerung'
  return document === null ? eventText(eventType) : documentText(document, null)
}

export const reasonText = (reason: string) => wordOf(reasonWords, reason) ?? `Meldung „${reason}“`

/** Returns what happened, for example `Rechnung erstellt`. */
export const timelineTitle = ({
  type,
  document,
  version,
}: Pick<TimelineEntry, 'type' | 'document' | 'version'>) =>
  document === null ? eventText(type) : `${documentText(document, version)} erstellt`

/** Returns what an entry of the timeline says beyond its title; empty if that is nothing. */
export function timelineText({ number, cents, reason, by, postedOn }: TimelineEntry): string {
  return [
    number,
    cents !== null && euro(cents),
    reason && reasonText(reason),
    postedOn && `eingeworfen am ${dayText(postedOn)}`,
    by && (wordOf(byWords, by) ?? 'auf anderem Weg'),
  ]
    .filter(Boolean)
    .join(', ')
}
