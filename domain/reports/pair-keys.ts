// Keys of groups of runs by two dimensions, such as the day and the device.

export function pairOf(one: string, two: string): string {
  return JSON.stringify([one, two])
}

/** Returns the two values of a key that `pairOf` has returned. */
export function valuesOfPair(key: string): [one: string, two: string] {
  return JSON.parse(key) as [string, string]
}
