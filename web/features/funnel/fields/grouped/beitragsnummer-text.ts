/**
 * Normalizes a typed Beitragsnummer for storage: removes the spaces and punctuation with which letters on paper group
 * its digits.
 */
export function storeBeitragsnummer(text: string): string {
  return text.replace(/[\s./-]/g, '')
}
