import type { RequestKind } from '#domain/desk/queue-contract.ts'
import { wordOf } from './word-of.ts'

/** Why a declaration of withdrawal changed no order. */
export const outcomeWords: Record<string, string> = {
  unclear: 'Kein einzelner Auftrag passt dazu.',
  late: 'Die Erklärung kam nach der Frist.',
  business: 'Der Auftrag ist der eines Unternehmens.',
  'decided-before': 'Über einen früheren Widerruf dieses Auftrags ist schon entschieden.',
  'declared-before': 'Für diesen Auftrag ist schon ein Widerruf erklärt.',
  'refunded-before': 'Der Preis ist schon erstattet.',
  'withdrawn-before': 'Der Auftrag ist schon widerrufen.',
}

/** Why operators have to check a report of the payment provider. */
export const paymentWords: Record<string, string> = {
  'wrong-amount': 'Der Betrag ist nicht der Preis des Auftrags.',
  withdrawn: 'Der Auftrag war schon widerrufen: Bitte erstatten.',
  'paid-already': 'Der Auftrag war schon bezahlt: Bitte die zweite Zahlung erstatten.',
  expired: 'Der Auftrag war abgelaufen: Bitte ausführen oder erstatten.',
  'unknown-order': 'Es gibt keinen solchen Auftrag: Bitte die Zahlung zuordnen oder erstatten.',
  'unknown-payment': 'Der Auftrag wurde mit einer anderen Zahlung bezahlt.',
  'unknown-status': 'Der gemeldete Stand ist unbekannt.',
  unchanged: 'Die Meldung ändert nichts.',
}

/** What the payment provider reported. */
export const paymentStatusWords: Record<string, string> = {
  paid: 'Zahlung',
  pending: 'Ausstehende Zahlung',
  failed: 'Gescheiterte Zahlung',
  canceled: 'Abgebrochene Zahlung',
  refunded: 'Erstattung',
  chargeback: 'Rückbuchung',
}

export const outcomeText = (code: string) => wordOf(outcomeWords, code) ?? 'Bitte prüfen Sie die Erklärung.'
export const paymentText = (code: string) => wordOf(paymentWords, code) ?? 'Bitte prüfen Sie die Zahlung.'
export const paymentStatusText = (status: string) => wordOf(paymentStatusWords, status) ?? 'Zahlung'

const kindWords: Record<RequestKind, { one: string; many: string }> = {
  support: { one: 'Nachricht', many: 'Nachrichten' },
  declaration: { one: 'Widerruf zu klären', many: 'Widerrufe zu klären' },
  payment: { one: 'Zahlung zu klären', many: 'Zahlungen zu klären' },
}

/** Returns for example `2 Nachrichten`. */
export function requestCountText(kind: RequestKind, count: number): string {
  const { one, many } = kindWords[kind]
  return `${count} ${count === 1 ? one : many}`
}
