/**
 * Normalises a raw form value: strings are trimmed and composed (a typed `u` with two dots and `ü` are one answer),
 * and an empty string, list or null is an absent value (appendix A). Anything else passes as it is, for a rule to refuse.
 */
export function readAnswer(value: unknown): unknown {
  if (value === null) return undefined
  if (typeof value === 'string') return value.normalize('NFC').trim() || undefined
  if (Array.isArray(value)) return value.length > 0 ? value : undefined
  if (typeof value === 'object') return readParts(value)
  return value
}

/** The parts of an address. `fromEntries` defines its keys, so that `__proto__` stays a key and is refused as one. */
function readParts(value: object): unknown {
  const parts = Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    const read = typeof part === 'string' ? readAnswer(part) : (part ?? undefined)
    return read === undefined ? [] : [[key, read] as const]
  })
  // An address that holds nothing but its preset country was not begun.
  if (parts.every(([key]) => key === 'land')) return undefined
  return Object.fromEntries(parts)
}
