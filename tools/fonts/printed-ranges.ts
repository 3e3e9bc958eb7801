import { readCmap } from './read-cmap.ts'

/**
 * Characters that documents may contain: letters of the scripts that the templates support, digits, punctuation and
 * symbols. Control characters, invisible characters and private ones are not printed.
 */
const supported =
  /^(?!\p{C})[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]$/u

/**
 * Returns the characters for which every font has a glyph, as ranges of code points separated by commas. A range is the
 * distance of its first code point from the end of the previous range and, unless it has a single character, after a space
 * the distance of its last one, in base 36. Written as a character class, the text would be four times as long.
 */
export function printedRanges(fonts: readonly Uint8Array[]): string {
  const [first = new Set<number>(), ...others] = fonts.map(readCmap)
  const codes = [...first]
    .filter((code) => others.every((other) => other.has(code)))
    .filter((code) => supported.test(String.fromCodePoint(code)))
    .toSorted((one, other) => one - other)
  const ranges: [from: number, to: number][] = []
  for (const code of codes) {
    const last = ranges.at(-1)
    if (last && code === last[1] + 1) last[1] = code
    else ranges.push([code, code])
  }
  return ranges
    .map(([from, to], index) => {
      const gap = (from - (ranges[index - 1]?.[1] ?? 0)).toString(36)
      return from === to ? gap : `${gap} ${(to - from).toString(36)}`
    })
    .join(',')
}
