export interface MemoryOptions {
  /** ms since the epoch */
  now: () => number
  forMs?: number
  atMost?: number
}

/**
 * Caches results in memory for some minutes, including pending ones, so that equal questions cause one
 * request. Undefined results are not cached.
 */
export function remember<Answer>(
  ask: (question: string) => Promise<Answer | undefined>,
  { now, forMs = 600_000, atMost = 1000 }: MemoryOptions,
): (question: string) => Promise<Answer | undefined> {
  const kept = new Map<string, { until: number; answer: Promise<Answer | undefined> }>()

  return async (question) => {
    const known = kept.get(question)
    if (known && now() < known.until) return known.answer
    kept.delete(question)
    // A map keeps the insertion order, so the first entry is the oldest.
    if (kept.size >= atMost) kept.delete(kept.keys().next().value!)
    const entry = { until: now() + forMs, answer: ask(question) }
    kept.set(question, entry)
    const answer = await entry.answer
    if (answer === undefined && kept.get(question) === entry) kept.delete(question)
    return answer
  }
}
