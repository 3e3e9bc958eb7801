/** Fields with the names under which a customer may ask about an order. */
const nameFields = [
  'vorname',
  'nachname',
  'neuerVorname',
  'neuerNachname',
  'bestaetigungVorname',
  'bestaetigungNachname',
  'firma',
] as const

/** Maximum number of words by which an order is found. Names in forms have far fewer. */
const maxWords = 30

/** Returns the words of a name, each once, in the form in which they are compared: lower case and composed (NFC). */
export function wordsOf(text: string): string[] {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .split(/[\s\-–.,;()]+/u)
  return [...new Set(words)].filter((word) => word !== '')
}

/** Returns the words by which operators find an order: those of the names in the order's form. */
export function nameWords(form: Readonly<Record<string, unknown>>): string[] {
  const names = nameFields.map((field) => form[field]).filter((value) => typeof value === 'string')
  return wordsOf(names.join(' ')).slice(0, maxWords)
}
