/** Normalizes a typed Beitragsnummer for storage: removes the spaces and punctuation that group the digits on paper. */
export function storeBeitragsnummer(text: string): string {
  return text.replace(/[\s./-]/g, '')
}
