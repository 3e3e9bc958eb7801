/** Normalizes a typed IBAN for storage: upper case, without spaces, at most 34 characters. */
export function storeIban(text: string): string {
  return text
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
    .slice(0, 34)
}
