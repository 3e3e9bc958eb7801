const format = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' })

/** Integer cents as they are read in Germany: `49,99 €`. */
export function euro(cents: number): string {
  return format.format(cents / 100)
}
