import type { StatusData } from '#domain/orders/status-contract.ts'

// Texts of the status page that are the same with and without JavaScript.

/** Returns what happens when the customer withdraws. `isFinal` is false if an operator decides. */
export function withdrawalText(isFinal: boolean): string {
  return isFinal
    ? 'Der Widerruf gilt sofort und lässt sich nicht zurücknehmen.'
    : 'Wir prüfen Ihren Widerruf und schreiben Ihnen.'
}

/** Returns what an objection does. `canConfirm` is true if the customer can also confirm the declared withdrawal. */
export function objectionText(canConfirm: boolean): string {
  return canConfirm
    ? 'Uns liegt ein Widerruf vor. Ist er von Ihnen, bestätigen Sie ihn bitte. Ist er nicht von Ihnen oder haben Sie es sich anders überlegt, widersprechen Sie: Dann bleibt Ihr Auftrag bestehen.'
    : 'Uns liegt ein Widerruf vor. Ist er nicht von Ihnen oder haben Sie es sich anders überlegt, widersprechen Sie: Dann bleibt Ihr Auftrag bestehen.'
}

/** Returns that the personal data of an order is deleted, and whether its invoice is still available. */
export function erasedText({ documents }: Pick<StatusData, 'documents'>): string {
  const deleted = 'Ihre Angaben zu diesem Auftrag haben wir gelöscht.'
  return documents.some(({ kind }) => kind === 'invoice')
    ? `${deleted} Nur die Rechnung müssen wir aufbewahren; hier können Sie sie herunterladen.`
    : deleted
}
