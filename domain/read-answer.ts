/** Normalises a raw form value: strings are trimmed, and an empty string, list or null is an absent value (appendix A). */
export function readAnswer(value: unknown): unknown {
  if (value === null) return undefined
  if (typeof value === 'string') return value.trim() || undefined
  if (Array.isArray(value)) return value.length > 0 ? value : undefined
  if (typeof value === 'object') {
    const parts = Object.entries(value as Record<string, unknown>).flatMap(([key, part]) => {
      const read = typeof part === 'object' ? part : readAnswer(part)
      return read === undefined || read === null ? [] : [[key, read] as const]
    })
    // An address that holds nothing but its preset country was not begun.
    if (parts.every(([key]) => key === 'land')) return undefined
    return Object.fromEntries(parts)
  }
  return value
}
