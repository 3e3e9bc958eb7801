/** An IBAN as it is kept: upper case, without spaces, at most 34 characters. */
export function storeIban(text: string): string {
  return text
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
    .slice(0, 34)
}

/** As it is shown: in groups of four. */
export function showIban(value: unknown): string {
  return typeof value === 'string' ? (value.match(/.{1,4}/g) ?? []).join(' ') : ''
}

/** Where the caret stands in the grouped text when `before` characters of the IBAN lie to its left. */
export function caretAfter(before: number): number {
  return before === 0 ? 0 : before + Math.floor((before - 1) / 4)
}
