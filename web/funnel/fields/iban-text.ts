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
