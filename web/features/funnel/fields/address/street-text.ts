const houseNumber = String.raw`\d+(?:\s?[a-z])?(?:\s?[-–+/]\s?\d+(?:\s?[a-z])?)*(?:\s\d/\d)?`
const atEnd = new RegExp(String.raw`^(.+?)[\s,]+(?:(?:haus)?nr\.?\s*)?(${houseNumber})$`, 'i')
const maxNumberLength = 10

/** Matches what is left of a street whose name ends in a number, such as 'Straße 12' in Berlin or 'Q 7' in Mannheim. */
const needsNumber = /^(?:straße|strasse|str\.?|weg|platz|allee|ring|\p{L})$/iu

/**
 * Splits a typed street into its name and the house number at its end, as in `Torstr. 12a`. Returns undefined if there
 * is no such number. Digits in the name, as in `Straße des 17. Juni`, belong to the street.
 */
export function splitStreet(typed: string): { street: string; number: string } | undefined {
  const [, street = '', number = ''] = atEnd.exec(typed.trim()) ?? []
  const isName = /\p{L}/u.test(street) && !needsNumber.test(street)
  return isName && number.length <= maxNumberLength ? { street, number } : undefined
}

/**
 * Removes the house number from the end of the street if the separate input contains the same number. Otherwise,
 * returns the street unchanged.
 */
export function withoutNumber(typed: string, number: string): string {
  const split = splitStreet(typed)
  return split && normal(split.number) === normal(number) ? split.street : typed
}

function normal(number: string): string {
  return number.replaceAll(/\s/g, '').toLowerCase()
}
