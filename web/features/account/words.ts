import type { ListedUser, Role, TokenScope } from '#domain/users/user-contract.ts'
import { AccountError } from './api.ts'

export const roleNames: Record<Role, string> = {
  marketer: 'Marketing',
  operator: 'Auftragsbearbeitung',
  admin: 'Verwaltung',
}

export const roleHints: Record<Role, string> = {
  marketer: 'Berichte lesen, Anmerkungen, Kosten und Ziele schreiben',
  operator: 'Aufträge bearbeiten, mit den Daten der Kunden',
  admin: 'Berichte und Aufträge, dazu Zugänge verwalten',
}

/** Returns what ends when a user gets another role. */
export function roleChangeNote(from: Role, to: Role): string {
  const ending = [
    'Alle Sitzungen',
    ...(from === 'admin' ? ['die Schlüssel für Skripte'] : []),
    ...(to === 'operator' ? ['die geteilten Ansichten'] : []),
  ]
  if (ending.length === 1) return 'Alle Sitzungen dieser Person enden.'
  return `${ending.join(', ').replace(/, ([^,]*)$/, ' und $1')}, die diese Person angelegt hat, enden.`
}

export const stateNames: Record<ListedUser['state'], string> = {
  invited: 'Eingeladen',
  active: 'Aktiv',
  deactivated: 'Gesperrt',
}

export const scopeNames: Record<TokenScope, string> = {
  read: 'Berichte und Klick-Dateien lesen',
  write: 'Berichte und Klick-Dateien lesen, Anmerkungen, Kosten und Ziele schreiben',
  metrics: 'Nur Messwerte des Betriebs',
}

const instantFormat = new Intl.DateTimeFormat('de-DE', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Europe/Berlin',
})

/** Returns an instant in Berlin, for example `20.11.2026, 12:00`. */
export const instant = (iso: string) => instantFormat.format(new Date(iso))

const dayFormat = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'UTC' })

/** Returns a day such as `2026-11-20` as `20.11.2026`. */
export const day = (iso: string) => dayFormat.format(new Date(iso))

const failures: Record<string, string> = {
  'known-address': 'Zu dieser E-Mail-Adresse gibt es schon einen Zugang.',
  'last-admin': 'Es muss einen aktiven Zugang der Verwaltung mit Passwort geben.',
  'own-account': 'Ihre eigenen Rechte muss jemand anderes ändern.',
  'too-many-tokens': 'Es gibt schon zu viele Schlüssel. Bitte sperren Sie erst welche.',
  'common-password':
    'Dieses Passwort ist leicht zu erraten. Nehmen Sie zum Beispiel mehrere Wörter, die nichts miteinander zu tun haben.',
  'link-ended': 'Dieser Link gilt nicht mehr.',
  'wrong-role': 'Dafür reicht Ihre Rolle nicht.',
  'wrong-password': 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
}

export function failureText(error: Error): string {
  if (!(error instanceof AccountError))
    return 'Der Dienst ist nicht erreichbar. Bitte versuchen Sie es noch einmal.'
  if (error.status === 429)
    return `Zu viele Versuche. Bitte warten Sie ${error.retryAfter ?? 60} Sekunden und versuchen Sie es dann noch einmal.`
  if (error.status === 503)
    return 'Das geht gerade nicht. Bitte versuchen Sie es in einigen Sekunden noch einmal.'
  if (error.parameter === 'name')
    return 'Der Name braucht 2 bis 60 Zeichen: lateinische Buchstaben, Ziffern, Leerzeichen, Punkt, Apostroph und Bindestrich.'
  if (error.parameter === 'email') return 'Das ist keine E-Mail-Adresse.'
  return failures[error.code] ?? 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.'
}
