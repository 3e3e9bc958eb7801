// Keys of groups of runs by two dimensions, such as the day and the device.

export function pairOf(one: string, two: string): string {
  return JSON.stringify([one, two])
}

/** Maximum number of cached keys. A report over 90 days has a few thousand. */
const maxKeys = 20_000
const readKeys = new Map<string, readonly [string, string]>()

/** Returns the two values of a key that `pairOf` has returned. Caches them, because most reports have the same keys. */
export function valuesOfPair(key: string): readonly [one: string, two: string] {
  const known = readKeys.get(key)
  if (known) return known
  const values = JSON.parse(key) as [string, string]
  if (readKeys.size >= maxKeys) readKeys.clear()
  readKeys.set(key, values)
  return values
}
