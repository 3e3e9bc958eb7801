import type { Price } from './funnels/define-funnel.ts'

/** One flat price for all matters, in integer cents including VAT (specification part 1, 1 and DESIGN 10.3). */
export const price: Price = { premium: 4999, vip: 7999 }

/** What every order holds, said of the matter it is about (specification part 1, 1). */
export function essentialsOf(matter: string): string[] {
  return [
    `${matter} als ausgefülltes PDF per E\u2011Mail`,
    'Weiterleitung per Post an den Beitragsservice',
    'Einmaliger Auftrag – kein Abonnement, keine Laufzeit, keine weiteren Kosten',
    'Ausführung sofort nach der Bestellung, Zahlung im nächsten Schritt',
  ]
}
