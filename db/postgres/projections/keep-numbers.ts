import { type KnownNumbers, noNumbers } from './intern.ts'

/** Maximum number of measures and segments that are kept. */
const maxKept = 5000

/**
 * Keeps the numbers of measures and segments from one transaction to the next, because nearly all batches have the same.
 * A number never changes. But a database that loses its last transactions in a failover, or is restored, may later give
 * it to another name. Both begin a new timeline, so numbers are used only in the timeline in which they were read.
 */
export function keepNumbers() {
  let kept: { timeline: string; known: KnownNumbers } | undefined
  return {
    /** Returns the kept numbers until the next `keep`, so that a failed transaction does not add numbers to them. */
    take(timeline: string): KnownNumbers {
      const known = kept?.timeline === timeline ? kept.known : noNumbers()
      kept = undefined
      return known
    },
    /** Must be called only after the transaction that has used the numbers was committed. */
    keep(timeline: string, known: KnownNumbers): void {
      if (known.measures.size + known.segments.size <= maxKept) kept = { timeline, known }
    },
  }
}
