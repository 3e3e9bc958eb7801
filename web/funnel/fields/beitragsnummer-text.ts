/** A Beitragsnummer as it is kept: without the blanks and marks by which letters group it. */
export function storeBeitragsnummer(text: string): string {
  return text.replace(/[\s./-]/g, '')
}

/** As it is shown: 123 456 789. What is no number stays as it was typed, for the visitor to put right. */
export function showBeitragsnummer(value: string): string {
  return /^\d+$/.test(value) ? (value.match(/.{1,3}/g) ?? []).join(' ') : value
}
