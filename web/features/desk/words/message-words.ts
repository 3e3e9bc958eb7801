import { wordOf } from './word-of.ts'

/** Destinations of messages. */
export const destinationWords: Record<string, string> = {
  mail: 'E-Mail',
  letters: 'Brief',
  documents: 'Dokument',
  webhook: 'Webhook',
  withdrawals: 'Widerrufserklärung',
  conversions: 'Zählung einer Bestellung',
  requests: 'Anfrage',
  support: 'Auftrag einer Anfrage',
  alerts: 'Auffälligkeit',
}

export const stateWords: Record<string, string> = {
  pending: 'steht aus',
  delivered: 'zugestellt',
  dead: 'nicht zustellbar',
  held: 'angehalten',
  discarded: 'entfallen',
}

/** Kinds of e-mails whose number is limited. */
export const limitedWords: Record<string, string> = {
  acknowledgement: 'Eingangsbestätigungen',
  declared: 'E-Mails über erklärte Widerrufe',
  withdrawn: 'E-Mails über wirksame Widerrufe',
  confirmation: 'Auftragsbestätigungen',
  reminder: 'Zahlungserinnerungen',
  'address-changed': 'E-Mails über eine geänderte Adresse',
}

const noConnection = 'Gegenstelle nicht erreichbar'
const errorWords: Record<string, string> = {
  timeout: 'Zeitüberschreitung',
  ETIMEDOUT: 'Zeitüberschreitung',
  ECONNREFUSED: noConnection,
  ECONNRESET: noConnection,
  ECONNECTION: noConnection,
  EHOSTUNREACH: noConnection,
  ENETUNREACH: noConnection,
  ESOCKET: noConnection,
  EDNS: 'Name der Gegenstelle unbekannt',
  ENOTFOUND: 'Name der Gegenstelle unbekannt',
  EAI_AGAIN: 'Name der Gegenstelle unbekannt',
  EENVELOPE: 'Adresse vom Mailserver abgelehnt',
  EMESSAGE: 'Inhalt vom Mailserver abgelehnt',
  EAUTH: 'Anmeldung beim Mailserver abgelehnt',
  ETLS: 'Keine sichere Verbindung zum Mailserver',
  ENOSPC: 'Kein Speicherplatz mehr',
  EACCES: 'Kein Zugriff auf den Ordner',
}

export const destinationText = (destination: string) => wordOf(destinationWords, destination) ?? 'Nachricht'
export const stateText = (state: string) => wordOf(stateWords, state) ?? 'unbekannter Stand'
export const limitedText = (kind: string) => wordOf(limitedWords, kind) ?? 'Andere E-Mails'

/** Returns why a message could not be delivered. What has no words here is quoted for technical support. */
export function errorText(error: string | null): string {
  if (error === null) return 'Grund unbekannt'
  return wordOf(errorWords, error) ?? `Technische Meldung „${error}“`
}
