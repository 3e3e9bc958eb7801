/** The street without digits, once the house number has a box of its own. */
export function withoutDigits(street: string): string {
  return street.replace(/\d/g, '').replace(/ {2,}/g, ' ').trimStart()
}

/** The street without the house number at its end, when that is the very number in the other box. */
export function withoutNumber(street: string, houseNumber: string): string {
  const number = houseNumber.trim()
  const text = street.trimEnd()
  const ends = number !== '' && text.toLowerCase().endsWith(` ${number.toLowerCase()}`)
  return ends ? text.slice(0, -number.length).trimEnd() : street
}

/** The house number that was typed behind the street, if any: `12a` of `Torstr. 12a`. */
export function numberAtEnd(street: string): string {
  return /\s(\d+\s?[a-z]?)$/i.exec(street.trimEnd())?.[1] ?? ''
}
