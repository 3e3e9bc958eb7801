const format = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' })

/** Formats integer cents in German notation: `49,99 €`. */
export function euro(cents: number): string {
  return format.format(cents / 100)
}
