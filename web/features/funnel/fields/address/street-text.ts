/** Returns the street without digits. Used if the separate input for the house number is already filled in. */
export function withoutDigits(street: string): string {
  return street.replace(/\d/g, '').replace(/ {2,}/g, ' ').trimStart()
}

/**
 * Removes the house number from the end of the street if the separate input contains the same number. Otherwise,
 * returns the street unchanged.
 */
export function withoutNumber(street: string, houseNumber: string): string {
  const number = houseNumber.trim()
  const text = street.trimEnd()
  const ends = number !== '' && text.toLowerCase().endsWith(` ${number.toLowerCase()}`)
  return ends ? text.slice(0, -number.length).trimEnd() : street
}

/** Returns the house number at the end of the street (`12a` for `Torstr. 12a`), or an empty string. */
export function numberAtEnd(street: string): string {
  return /\s(\d+\s?[a-z]?)$/i.exec(street.trimEnd())?.[1] ?? ''
}
