/** A rate in 0..1; 0 when there is nothing to divide by. */
export function rate(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

/** Order of texts by their code units: the same everywhere, unlike a locale's. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
