/**
 * Normalises a raw form value. Strings, including the parts of an address, are trimmed and composed to NFC, so that `u`
 * with a combining diaeresis equals `ü`. An empty string, an empty list, an empty address and null become undefined.
 * All other values are returned unchanged, because the rules check them.
 */
export function readValue(value: unknown): unknown {
  if (value === null) return undefined
  if (typeof value === 'string') return value.normalize('NFC').trim() || undefined
  if (Array.isArray(value)) return value.length > 0 ? value : undefined
  if (typeof value === 'object') return readParts(value)
  return value
}

/**
 * Returns the parts of an address, each normalised. `Object.fromEntries` defines keys instead of assigning them.
 * `__proto__` therefore stays an ordinary key and is refused as unknown.
 */
function readParts(value: object): unknown {
  const parts = Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    const read = typeof part === 'string' ? readValue(part) : (part ?? undefined)
    return read === undefined ? [] : [[key, read] as const]
  })
  // The page presets the country, so an address with only a country counts as empty.
  if (parts.every(([key]) => key === 'land')) return undefined
  return Object.fromEntries(parts)
}
