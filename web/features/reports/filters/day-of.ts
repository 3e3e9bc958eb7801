import type { DayOf } from '#domain/reports/day-of.ts'

/** Returns the parameter of requests and links; undefined for the default, so that addresses stay short. */
export function dayOfParam(dayOf: DayOf): 'order' | undefined {
  return dayOf === 'order' ? 'order' : undefined
}

/** Says in German on which day a page counts what. */
export function dayOfWords(dayOf: DayOf): string {
  return dayOf === 'order'
    ? 'Bestellungen und Umsatz zählen am Tag der Bestellung, Anträge am Tag, an dem sie begonnen wurden. Die Abschlussquote gilt immer für die begonnenen Anträge.'
    : 'Jeder Antrag und seine Bestellung zählen an dem Tag, an dem der Antrag begonnen wurde.'
}
