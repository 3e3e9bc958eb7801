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
