/** Returns the word for a key from the service; undefined if the table has none. */
export const wordOf = (words: Record<string, string>, key: string): string | undefined =>
  Object.hasOwn(words, key) ? words[key] : undefined
