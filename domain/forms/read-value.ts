/**
 * Normalises a raw form value. Strings, including the parts of an address, are trimmed and composed to NFC, so that `u`
 * with a combining diaeresis equals `ü`. Invisible formatting characters, such as soft hyphens and marks of the writing
 * direction, are removed: visitors copy them along with text and cannot find them. An empty string, an empty list, an
 * object without parts and null become undefined. All other values are returned unchanged, because the rules check them.
 */
export function readValue(value: unknown): unknown {
  if (value === null) return undefined
  if (typeof value === 'string')
    return (
      value
        .replaceAll(/\p{Cf}/gu, '')
        .normalize('NFC')
        .trim() || undefined
    )
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
  return parts.length > 0 ? Object.fromEntries(parts) : undefined
}
