import type { Price } from '#domain/forms/define-funnel.ts'

/** The price of an order in every funnel, in integer cents including VAT. */
export const price: Price = { premium: 4999, vip: 7999 }

/**
 * Returns the main characteristics of the service. They are the same for every order, except for `matter`, the name of
 * the document.
 */
export function essentialsOf(matter: string): string[] {
  return [
    `${matter} als ausgefülltes PDF per E\u2011Mail`,
    'Weiterleitung per Post an den Beitragsservice',
    'Einmaliger Auftrag – kein Abonnement, keine Laufzeit, keine weiteren Kosten',
    'Ausführung sofort nach der Bestellung, Zahlung im nächsten Schritt',
  ]
}
