import { once } from './once.ts'
import { printedCharacters } from './printed-characters.ts'

// `w 2m,y c` are the ranges U+0020 to U+007E and, 34 characters later, U+00A0 to U+00AC.
const unprintable = once(() => {
  let code = 0
  const next = (distance: string) => {
    code += parseInt(distance, 36)
    return String.raw`\u{${code.toString(16)}}`
  }
  const ranges = printedCharacters.split(',').map((range) => range.split(' ').map(next).join('-'))
  return new RegExp(`[^\\s${ranges.join('')}]`, 'gu')
})
const maxNamed = 5

/**
 * Returns a message that names the characters of a text that documents cannot contain, because their fonts lack them.
 * Returns undefined if there are none. White space is never refused, because documents contain spaces instead.
 */
export function refuseUnprintable(text: string): string | undefined {
  const found = [...new Set(text.match(unprintable()))]
  if (found.length === 0) return undefined
  const [named, more] = [found.slice(0, maxNamed), found.length > maxNamed ? ' und weitere' : '']
  const what = found.length === 1 ? 'Dieses Zeichen können' : 'Diese Zeichen können'
  return `${what} wir nicht drucken: ${named.map(nameOf).join(', ')}${more}. Bitte verwenden Sie lateinische, griechische oder kyrillische Buchstaben.`
}

/** Returns a character in quotation marks, or the number of a character that would be invisible there. */
function nameOf(character: string): string {
  if (!/[\p{M}\p{C}]/u.test(character)) return `„${character}“`
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}
