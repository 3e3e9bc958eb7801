import type { ShownAuditEntry } from '#domain/desk/order-contract.ts'
import { euro } from '#domain/numbers/german-number.ts'
import { commandWords } from './command-words.ts'
import { documentText, reasonText } from './event-words.ts'
import { dayText } from './times.ts'
import { refusalText } from './refusal-words.ts'

/** Actions of operators, on this page and by `npm run orders`. */
export const auditWords: Record<string, string> = {
  ...commandWords,
  login: 'Angemeldet',
  logout: 'Abgemeldet',
  search: 'Gesucht',
  found: 'In einer Suche gefunden',
  'view-order': 'Auftrag angesehen',
  show: 'Auftrag angesehen',
  'view-document': 'Dokument angesehen',
  'view-proof': 'Nachweis angesehen',
  'view-requests': 'Anfragen angesehen',
  'view-request': 'Anfrage angesehen',
  'close-request': 'Anfrage geschlossen',
  'print-letter': 'Brief gedruckt',
  print: 'Brief ausgegeben',
  'retry-message': 'Nachricht noch einmal versucht',
  'close-message': 'Nachricht geschlossen',
  'resend-message': 'E-Mail erneut gesendet',
}

/** Returns what an operator did. Ids of messages and rows are left out: they mean nothing to a reader. */
export function auditText(entry: ShownAuditEntry): string {
  const { action, refused, reason, document, version, cents, day } = entry
  const name = Object.hasOwn(auditWords, action) ? auditWords[action]! : 'Andere Handlung'
  const what = [
    document !== null && documentText(document, version),
    cents !== null && euro(cents),
    reason !== null && reasonText(reason),
    day !== null && `eingeworfen am ${dayText(day)}`,
  ].filter(Boolean)
  const done = what.length > 0 ? `${name}: ${what.join(', ')}` : name
  return refused === null ? done : `${done}, nicht möglich (${refusalText(refused).replace(/\.$/, '')})`
}
