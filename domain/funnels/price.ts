import type { Price } from '#domain/forms/define-funnel.ts'

/** The price of an order in every funnel, in integer cents including VAT. */
export const price: Price = { premium: 4999, vip: 7999 }

/**
 * Returns the main characteristics of the service. They are the same for every order, except for `matter`, the name of
 * the document.
 */
export function essentialsOf(matter: string): string[] {
  return [
    `${matter} als ausgefülltes PDF mit Rechnung per E\u2011Mail, gleich nach der Zahlung`,
    'Danach der Brief per Post an den Beitragsservice; bis zur Übergabe können Sie die meisten Angaben ändern',
    'Geld zurück, wenn wir den Brief nicht zur Post geben können',
    'Einmaliger Auftrag – kein Abonnement, keine Laufzeit, keine weiteren Kosten',
    'Zahlung im nächsten Schritt; die Ausführung beginnt sofort nach der Zahlung',
  ]
}
