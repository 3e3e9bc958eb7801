import { minNumberLength } from './shape.ts'

const prefix = 'FL-'
const maxLength = 20

/**
 * Returns the beginning of an order number as it is stored, for what a person typed. Case, spaces and a missing `FL-` do
 * not matter. The letters that numbers do not contain are read as the digits that they resemble. Returns undefined if
 * the text is too short for a search.
 */
export function searchNumber(text: string): string | undefined {
  const typed = text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  const digits = typed.replace(/^FL/, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  const number = (prefix + digits).slice(0, maxLength)
  return number.length < minNumberLength ? undefined : number
}
