import { type KnownNumbers, noNumbers } from './intern.ts'

/** Maximum number of measures and segments that are kept. */
const maxKept = 5000

/**
 * Keeps the numbers of measures and segments from one transaction to the next, because nearly all batches have the same.
 * A number never changes. But a database that loses its last transactions in a failover, or whose files are restored, may
 * assign the same number to another name. Both start a server, so numbers are used only with the server from which they
 * were read (see `serverText`).
 */
export function keepNumbers() {
  let kept: { server: string; known: KnownNumbers } | undefined
  return {
    /** Hands over the kept numbers and forgets them. Only `keep` stores them again, so a failed transaction leaves none. */
    take(server: string): KnownNumbers {
      const known = kept?.server === server ? kept.known : noNumbers()
      kept = undefined
      return known
    },
    /** Must be called only after the transaction that has used the numbers was committed. */
    keep(server: string, known: KnownNumbers): void {
      if (known.measures.size + known.segments.size <= maxKept) kept = { server, known }
    },
  }
}
