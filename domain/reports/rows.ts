/** Returns `part` as a share of `whole`; 0 if `whole` is 0. */
export function rate(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

/**
 * Compares two texts by their code units. Unlike the order of a locale, this order does not depend on the environment.
 */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
