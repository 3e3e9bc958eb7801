import type { Price } from '#domain/forms/define-funnel.ts'

/** One flat price for all funnels, in integer cents including VAT. */
export const price: Price = { premium: 4999, vip: 7999 }

/** Returns the essentials of every order; `matter` is the name of its document. */
export function essentialsOf(matter: string): string[] {
  return [
    `${matter} als ausgefülltes PDF per E\u2011Mail`,
    'Weiterleitung per Post an den Beitragsservice',
    'Einmaliger Auftrag – kein Abonnement, keine Laufzeit, keine weiteren Kosten',
    'Ausführung sofort nach der Bestellung, Zahlung im nächsten Schritt',
  ]
}
