// Numbers in German notation without `Intl`, whose first use takes a browser 40 ms: it loads its data for all languages.

/** Returns an integer with dots between groups of three digits: `1.234.567`. */
export function germanInteger(number: number): string {
  return String(number).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, '.')
}

/** Returns a number with a decimal comma and at most two decimals: `4,8`. */
export function germanDecimal(number: number): string {
  return String(Math.round(number * 100) / 100).replace('.', ',')
}

/** Returns integer cents in euros, with a no-break space before the currency: `49,99 €`. */
export function euro(cents: number): string {
  const positive = Math.abs(cents)
  const rest = String(positive % 100).padStart(2, '0')
  return `${cents < 0 ? '-' : ''}${germanInteger(Math.floor(positive / 100))},${rest}\u{A0}€`
}
