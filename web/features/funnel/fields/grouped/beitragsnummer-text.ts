/**
 * Normalizes a typed Beitragsnummer for storage: removes the spaces and punctuation that group its digits in letters.
 */
export function storeBeitragsnummer(text: string): string {
  return text.replace(/[\s./-]/g, '')
}
